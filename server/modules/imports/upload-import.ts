import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { type ImportKindName, importLimits, wholeKinds } from "#contract/imports.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import type { ReceiveFile } from "#server/platform/http/read-form-file.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { enqueue } from "#server/platform/jobs/store.ts";
import { checkImportKind } from "./job-kinds.ts";
import { changeImport } from "./store.ts";
import { importChunks, imports } from "./tables.ts";

type Upload = {
  kind: ImportKindName;
  bytes?: number | undefined;
  name?: string | undefined;
  whole?: "true" | undefined;
};

const neverWhole = "Only a file of vehicles can take away what it leaves out";

export async function uploadImport(
  db: Database,
  { person }: SignedInCaller,
  { kind, bytes: expected, name = "file.csv", whole: isWhole }: Upload,
  receiveFile: ReceiveFile,
): Promise<string> {
  const whole = isWhole === "true";
  if (whole && !wholeKinds.includes(kind)) {
    throw new RefusalError(refuse("invalid", `${neverWhole}.`, { whole: neverWhole }));
  }
  const id = newId();
  const row = {
    id,
    kind,
    whole,
    fileName: name,
    uploadedBy: person.email,
    state: "uploading" as const,
    createdAt: sql`shop_now()`,
  };
  await db.insert(imports).values(row);
  try {
    const rules = { name: "file", most: importLimits(kind).bytes };
    const file = await receiveFile(rules);
    const { bytes, sha256, isXml } = await storeChunks(db, id, file.stream()).finally(file.close);
    const problem = sizeProblem(bytes, expected) ?? formProblem(kind, isXml);
    if (problem) throw new RefusalError(problem);
    await inTransaction(db, async (tx) => {
      const change = { bytes, sha256, progressOf: bytes, state: "checking" as const };
      await changeImport(tx, id, ["uploading"], change);
      await enqueue(tx, checkImportKind, { payload: { importId: id }, key: id });
    });
    return id;
  } catch (error) {
    await db.delete(imports).where(eq(imports.id, id));
    throw error;
  }
}

function sizeProblem(bytes: number, expected: number | undefined): Refusal | undefined {
  if (expected === undefined || expected === bytes) return undefined;
  return refuse(
    "invalid",
    `Only ${bytes} of ${expected} bytes arrived. Please upload the file again.`,
    { file: "Is cut off" },
  );
}

function formProblem(kind: ImportKindName, isXml: boolean): Refusal | undefined {
  if (!isXml || kind === "aces") return undefined;
  const what = "This is an XML file. Choose “Vehicles (ACES)” for it, or upload a CSV file.";
  return refuse("invalid", what, { file: "Is an XML file" });
}

/** The first byte but for what may precede it: marks of the encoding, which may be UTF-16, and spaces. */
const beginsAsXml = (piece: Buffer) =>
  /^[\xef\xbb\xbf\xfe\xff\0\s]*</.test(piece.toString("latin1"));

const chunkBytes = 256 * 1024;

async function storeChunks(db: Database, importId: string, file: AsyncIterable<Buffer>) {
  const hash = createHash("sha256");
  let bytes = 0;
  let n = 0;
  let isXml = false;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const store = async () => {
    await db.insert(importChunks).values({ importId, n: n++, bytes: Buffer.concat(pending) });
    pending = [];
    pendingBytes = 0;
  };
  for await (const piece of file) {
    if (bytes === 0) isXml = beginsAsXml(piece);
    hash.update(piece);
    bytes += piece.length;
    pending.push(piece);
    pendingBytes += piece.length;
    if (pendingBytes >= chunkBytes) await store();
  }
  if (pendingBytes > 0) await store();
  return { bytes, sha256: hash.digest("hex"), isXml };
}
