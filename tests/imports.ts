// Files that admins upload, from there to the end of what the shop does with them.
import { expect } from "vitest";
import type { ImportFinding, ImportKindName, ImportLine, ImportRecord } from "#contract/imports.ts";
import type { SignedIn } from "./people.ts";

type Upload = {
  kind: ImportKindName;
  file: string | Buffer | Blob;
  bytes?: number;
  whole?: boolean;
};
type Choice = { leaveOut: boolean; confirmed: boolean; removed?: number };

export async function sendImport(admin: SignedIn, { kind, file, bytes, whole }: Upload) {
  const form = new FormData();
  const content = Buffer.isBuffer(file) ? new Uint8Array(file) : file;
  form.set("file", new Blob([content], { type: "text/csv" }), "file.csv");
  const size = bytes === undefined ? "" : `&bytes=${bytes}`;
  const complete = whole ? "&whole=true" : "";
  const path = `/api/imports?kind=${kind}&name=file.csv${size}${complete}`;
  const response = await admin.request(path, { method: "POST", body: form });
  return { status: response.status, body: await response.json() };
}

const busy = ["checking", "applying", "undoing"];

export async function findImport(admin: SignedIn, id: string): Promise<ImportRecord> {
  return (await admin.get(`/api/imports/${id}`)).body as ImportRecord;
}

export async function waitForImport(
  admin: SignedIn,
  id: string,
  timeout = 30_000,
): Promise<ImportRecord> {
  await expect
    .poll(async () => busy.includes((await findImport(admin, id)).state), { timeout })
    .toBe(false);
  return findImport(admin, id);
}

/** Uploaded and checked. */
export async function checkFile(
  admin: SignedIn,
  kind: ImportKindName,
  file: string | Buffer,
  whole = false,
): Promise<ImportRecord> {
  const { status, body } = await sendImport(admin, { kind, file, whole });
  expect([status, body]).toEqual([200, { insertedId: expect.any(String) }]);
  return waitForImport(admin, body.insertedId);
}

export async function applyImport(
  admin: SignedIn,
  { _id }: Pick<ImportRecord, "_id">,
  choice: Choice = { leaveOut: false, confirmed: true },
): Promise<ImportRecord> {
  const answer = await admin.send("POST", `/api/imports/${_id}/apply`, choice);
  expect(answer).toMatchObject({ status: 200 });
  return waitForImport(admin, _id);
}

export async function undoImport(
  admin: SignedIn,
  { _id }: Pick<ImportRecord, "_id">,
  leaveOut = false,
): Promise<ImportRecord> {
  const answer = await admin.send("POST", `/api/imports/${_id}/undo`, { leaveOut });
  expect(answer).toMatchObject({ status: 200 });
  return waitForImport(admin, _id);
}

/** Checked and applied, without anything to leave out. */
export async function importFile(admin: SignedIn, kind: ImportKindName, file: string) {
  const applied = await applyImport(admin, await checkFile(admin, kind, file));
  expect(applied).toMatchObject({ state: "applied", problem: null });
  return applied;
}

export async function listFindings(admin: SignedIn, { _id }: { _id: string }) {
  const { body } = await admin.get(`/api/imports/${_id}/findings?limit=100`);
  return (body as ImportFinding[]).map(({ line, grade, what }) => ({ line, grade, what }));
}

export async function listLines(admin: SignedIn, { _id }: { _id: string }, result?: string) {
  const query = result ? `&result=${result}` : "";
  const { body } = await admin.get(`/api/imports/${_id}/lines?limit=100${query}`);
  return body as ImportLine[];
}

export async function exportFile(admin: SignedIn, kind: ImportKindName): Promise<string> {
  const response = await admin.request(`/api/exports/${kind}`);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return Buffer.from(await response.arrayBuffer()).toString();
}
