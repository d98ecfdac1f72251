// Kits and successors as files: what is taken away, the way round, and kits from the shelf.
import { expect, it } from "vitest";
import type { ManagedPart, PartRecord } from "#contract/part-edits.ts";
import { aPart } from "#seed/builders.ts";
import {
  applyImport,
  checkFile,
  exportFile,
  importFile,
  listFindings,
  undoImport,
} from "#tests/imports.ts";
import { shareShop } from "#tests/open-shop.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";

const aStep = { choice: 2, bothWays: false, reason: "" };

/** Every part but the first ones contains the two before it. */
const open = shareShop({
  parts: Array.from({ length: 10 }, (_, at) =>
    aPart({
      number: `PW-10${at + 10}`,
      components: [at - 1, at - 2]
        .filter((before) => before >= 0)
        .map((before) => ({
          part: `PW-10${before + 10}`,
          quantity: at,
          soldAlone: before % 2 === 0,
        })),
      replacedBy: at === 0 ? [] : [{ ...aStep, part: `PW-10${at + 9}`, quantity: at }],
    }),
  ),
});

async function openAsAdmin() {
  const shop = await open();
  return { shop, admin: await signUpAdmin(shop) };
}

async function recordOf(admin: SignedIn, number: string): Promise<PartRecord | undefined> {
  const { body } = await admin.get(`/api/managed-parts?q=${number}`);
  const [found] = body as ManagedPart[];
  return found && ((await admin.get(`/api/parts/${found._id}/record`)).body as PartRecord);
}

it("takes components and successors away, and brings them back", async () => {
  const { admin } = await openAsAdmin();
  const kinds = ["kits", "supersessions"] as const;
  const exportAll = () => Promise.all(kinds.map((kind) => exportFile(admin, kind)));
  const before = await exportAll();
  const lines = ["PW-1016,PW-1015,remove", "PW-1016,pw 1019,remove", "PW-1017,PW-1012,"];
  const kits = await checkFile(admin, "kits", ["part,component,action", ...lines].join("\n"));
  expect(kits.counts).toMatchObject({ removed: 1, new: 1, refused: 1 });
  expect(await listFindings(admin, kits)).toEqual([
    { line: 3, grade: "line", what: "There is no such line to take away" },
  ]);
  await applyImport(admin, kits, { leaveOut: true, confirmed: true });
  const numbersIn = async (kit: string) =>
    (await recordOf(admin, kit))?.components.map(({ number }) => number);
  expect(await numbersIn("PW-1016")).toEqual(["PW-1014"]);
  expect(await numbersIn("PW-1017")).toEqual(["PW-1012", "PW-1015", "PW-1016"]);
  const away = "part,replaced_by,choice,action\nPW-1011,PW-1010,2,remove\n";
  const steps = await checkFile(admin, "supersessions", `${away}PW-1012,PW-1011,1,remove\n`);
  expect(steps.counts).toMatchObject({ removed: 1, refused: 1 });
  await applyImport(admin, steps, { leaveOut: true, confirmed: true });
  expect((await recordOf(admin, "PW-1011"))?.replacedBy).toEqual([]);
  for (const each of [steps, kits]) {
    expect((await undoImport(admin, each)).state).toBe("undone");
  }
  expect(await exportAll()).toEqual(before);
});

it("turns round what a file takes away and gives the other way", async () => {
  const { admin } = await openAsAdmin();
  const steps = "part,replaced_by,choice,action\nPW-1011,PW-1010,2,remove\nPW-1010,PW-1011,2,\n";
  const kits = "part,component,action\nPW-1011,PW-1010,remove\nPW-1010,PW-1011,\n";
  for (const [kind, file] of [
    ["supersessions", steps],
    ["kits", kits],
  ] as const) {
    const before = await exportFile(admin, kind);
    const checked = await checkFile(admin, kind, file);
    expect(await listFindings(admin, checked)).toEqual([]);
    expect(await applyImport(admin, checked)).toMatchObject({ state: "applied", problem: null });
    expect(await exportFile(admin, kind)).toContain("PW-1010,PW-1011,");
    expect((await undoImport(admin, checked)).state).toBe("undone");
    expect(await exportFile(admin, kind)).toBe(before);
  }
});

it("lets kits be put together from the shelf, if they can be, and leaves them a component", async () => {
  const { admin } = await openAsAdmin();
  const isFromShelf = async () => (await recordOf(admin, "PW-1016"))?.fromShelf;
  const file = "part,from_shelf\nPW-1010,yes\nPW-1016,Yes\nPW-1017,no\n";
  const packed = await checkFile(admin, "parts", file);
  expect(await listFindings(admin, packed)).toEqual([
    { line: 2, grade: "line", what: "There is nothing in it that it could be put together from" },
    { line: 3, grade: "line", what: "Packed kits of it are on the shelf" },
  ]);
  const counted = await importFile(admin, "stock", "part,on_hand\nPW-1016,0\n");
  const shelf = await checkFile(admin, "parts", file);
  expect(shelf.counts).toMatchObject({ changed: 1, same: 1, refused: 1 });
  await applyImport(admin, shelf, { leaveOut: true, confirmed: true });
  expect(await isFromShelf()).toBe(true);
  expect((await exportFile(admin, "parts")).match(/,yes\r\n/g)).toHaveLength(1);
  const away = "part,component,action\nPW-1016,PW-1014,remove\n";
  const one = await importFile(admin, "kits", away);
  const last = "part,component,action\nPW-1016,PW-1015,remove\n";
  const emptied = await checkFile(admin, "kits", last);
  expect(await listFindings(admin, emptied)).toMatchObject([
    {
      line: 2,
      grade: "line",
      what: expect.stringMatching(/^Without it, nothing would be in a kit/),
    },
  ]);
  const exchanged = await checkFile(admin, "kits", `${last}PW-1016,PW-1013,\n`);
  expect(await listFindings(admin, exchanged)).toEqual([]);
  for (const each of [one, shelf, counted]) {
    expect((await undoImport(admin, each)).state).toBe("undone");
  }
  expect(await isFromShelf()).toBe(false);
});

it("gives a kit from the shelf another component for all it had, however many", async () => {
  const { admin } = await openAsAdmin();
  const [other = "", ...numbers] = Array.from({ length: 501 }, (_, at) => `PW-${20_000 + at}`);
  const file = (columns: string, lines: string[]) => [columns, ...lines, ""].join("\n");
  const bolts = [other, ...numbers].map((number) => `${number},Bolt,1,1`);
  await importFile(admin, "parts", file("part,name,price,minimum_quantity", bolts));
  await importFile(admin, "stock", "part,on_hand\nPW-1010,0\n");
  const before = numbers.map((number) => `PW-1010,${number}`);
  await importFile(admin, "kits", file("part,component", before));
  await importFile(admin, "parts", "part,from_shelf\nPW-1010,yes\n");
  const exchange = [...before.map((line) => `${line},remove`), `PW-1010,${other},`];
  await importFile(admin, "kits", file("part,component,action", exchange));
});
