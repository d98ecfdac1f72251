import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { BulkBatch, BulkPreview } from "#contract/bulk-edits.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { countBlocked, whileLocked } from "#tests/builders/lock.ts";
import { shareShop } from "#tests/open-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const openShop = shareShop({
  types: [
    aPartType({
      slug: "filters",
      name: "Filters",
      attributes: [{ name: "Diameter", unit: "mm", kind: "number", facet: true }],
    }),
  ],
});

let batch = 0;

async function open(prices: number[]) {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const word = `batch${++batch}x`;
  const ids: string[] = [];
  for (const priceCents of prices) {
    const { body } = await admin.send("POST", "/api/parts", aPart({ name: word, priceCents }));
    ids.push((body as { insertedId: string }).insertedId);
  }
  const ask = (path: string, body: object) => admin.send("POST", `/api/bulk-edits${path}`, body);
  const preview = async (request: object) =>
    (await ask("/preview", { select: { q: word }, ...request })).body as BulkPreview;
  const apply = async ({ change }: { change: object }) => {
    const { editId, batches } = await preview({ change });
    return ask("", { editId, ...batches[0], change });
  };
  const record = async (at: number) =>
    (await admin.get(`/api/parts/${ids[at]}/record`)).body as PartRecord;
  const records = () => Promise.all(ids.map((_, at) => record(at)));
  const undo = (auditId: string) => admin.send("POST", `/api/undo/${auditId}`);
  return { shop, admin, word, ids, ask, preview, apply, records, undo };
}

const change = { price: { by: "percent", value: -50, roundTo: "10" } };

it("shows what a change of prices would do, does that, and takes it back as a whole", async () => {
  const { shop, admin, ids, preview, apply, records, undo } = await open([1_000, 300, 4]);
  const shown = await preview({ change });
  expect(shown).toMatchObject({
    changing: 2,
    unchanged: 0,
    impossible: 1,
    changes: [
      { _id: ids[0], before: 10, after: 5 },
      { _id: ids[1], before: 3, after: 1.5 },
    ],
    problems: [{ _id: ids[2], problem: "Would cost less than 0.01" }],
  });
  const prices = async () => (await records()).map(({ price }) => price);
  expect(await prices()).toEqual([10, 3, 0.04]);
  const { status, body } = await apply({ change });
  expect([status, body]).toMatchObject([200, { changed: 2 }]);
  expect(await prices()).toEqual([5, 1.5, 0.04]);
  expect((await records()).map(({ version }) => version)).toEqual([2, 2, 1]);
  const { auditId } = body as { auditId: string };
  const [latest] = (await admin.get("/api/audit?limit=1")).body as [AuditEntry];
  expect(latest).toMatchObject({ _id: auditId, action: "edit-parts", parts: 2 });
  const [own] = (await admin.get(`/api/audit?about=${ids[0]}&limit=1`)).body as [AuditEntry];
  expect(own).toMatchObject({ action: "change-price", before: { price: 10 }, after: { price: 5 } });
  expect((await undo(auditId)).status).toBe(200);
  expect(await prices()).toEqual([10, 3, 0.04]);
  expect((await undo(auditId)).status).toBe(409);
  const nobody = await signUp(shop);
  expect(
    (await nobody.send("POST", "/api/bulk-edits/preview", { select: {}, change })).status,
  ).toBe(403);
});

it("does nothing else than what was shown", async () => {
  const { admin, ids, ask, preview, records } = await open([1_000, 300]);
  const { editId, batches } = await preview({ change });
  await admin.send("PATCH", `/api/parts/${ids[1]}`, { price: 4 });
  const { status, body } = await ask("", { editId, ...batches[0], change });
  expect([status, body]).toMatchObject([
    409,
    { error: { present: { changes: [{ after: 5 }, { before: 4, after: 2 }] } } },
  ]);
  expect((await records()).map(({ price }) => price)).toEqual([10, 4]);
});

it("does nothing where one of them is changed at the same moment", async () => {
  const { shop, admin, ids, ask, preview, records } = await open([1_000]);
  const { db } = shop.shop;
  const { editId, batches } = await preview({ change });
  // The edit has changed the part, and ends only after the other has begun.
  const sent = await whileLocked(db, "audit_log", async () => {
    const edit = admin.send("PATCH", `/api/parts/${ids[0]}`, { price: 4 });
    await expect.poll(() => countBlocked(db)).toBe(1);
    const bulk = ask("", { editId, ...batches[0], change });
    await expect.poll(() => countBlocked(db)).toBe(2);
    return { edit, bulk };
  });
  expect([(await sent.edit).status, (await sent.bulk).status]).toEqual([200, 409]);
  expect((await records()).map(({ price }) => price)).toEqual([4]);
});

it("undoes nothing where one of them was changed since, and names it", async () => {
  const { admin, ids, apply, records, undo } = await open([1_000, 300]);
  const { auditId } = (await apply({ change })).body as { auditId: string };
  await admin.send("PATCH", `/api/parts/${ids[1]}`, { price: 4 });
  const { number } = (await records())[1] as PartRecord;
  const { status, body } = await undo(auditId);
  expect([status, body]).toMatchObject([
    409,
    { error: { message: expect.stringContaining(`Changed again since: ${number}.`) } },
  ]);
  expect((await records()).map(({ price }) => price)).toEqual([5, 4]);
});

it("moves chosen parts to a type with their attributes, and hides them", async () => {
  const { admin, ids, ask, records, undo } = await open([100, 100, 100]);
  const attributes = [{ name: "Diameter", unit: "mm", value: 76 }];
  await admin.send("PATCH", `/api/parts/${ids[0]}`, { attributes });
  const run = async (change: object) => {
    const request = { select: { ids: ids.slice(0, 2) }, change };
    const { editId, batches } = (await ask("/preview", request)).body as BulkPreview;
    return (await ask("", { editId, ...batches[0], change })).status;
  };
  expect(await run({ type: "filters" })).toBe(200);
  expect(await run({ hidden: true })).toBe(200);
  const [first, second, third] = await records();
  expect(first).toMatchObject({ type: "filters", hidden: true, attributes });
  expect(second).toMatchObject({ type: "filters", hidden: true });
  expect(third).toMatchObject({ type: null, hidden: false });
  expect((await admin.send("POST", "/api/part-types", { name: "Pads" })).status).toBe(200);
  expect(await run({ type: "pads" })).toBe(200);
  expect(await run({ type: "filters" })).toBe(200);
  const [moved] = (await admin.get("/api/audit?limit=1")).body as [AuditEntry];
  expect(moved.after).toMatchObject({ type: "filters", typeName: "Filters" });
  const [each] = (await admin.get(`/api/audit?of=${moved._id}`)).body as [AuditEntry];
  expect(each).toMatchObject({ before: { typeName: "Pads" }, after: { typeName: "Filters" } });
  expect((await admin.send("DELETE", "/api/part-types/pads")).status).toBe(200);
  expect(await undo(moved._id)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("“pads”") } },
  });
  expect((await records())[0]).toMatchObject({ type: "filters" });
  const unknown = { select: { ids }, change: { type: "no-such-type" } };
  expect((await ask("/preview", unknown)).status).toBe(400);
});

describe("a change of many", () => {
  const many = 1_100;

  async function openMany() {
    const { shop, admin, word, ask, preview, undo } = await open([]);
    const { db } = shop.shop;
    await addParts(
      db,
      Array.from({ length: many }, (_, at) => aPart({ name: `${word} ${at}`, priceCents: 1_000 })),
    );
    const costing = async (price: number) => {
      const file = await admin.request(`/api/managed-parts/csv?q=${word}&columns=price`);
      return (await file.text()).split("\r\n").filter((cell) => Number(cell) === price).length;
    };
    const entryOf = async (editId: string) =>
      ((await admin.get("/api/audit?limit=5")).body as AuditEntry[]).find(
        ({ _id }) => _id === editId,
      );
    return { admin, ask, preview, undo, costing, entryOf };
  }

  it("is done in batches, each once, and is one entry that says how far it has come", async () => {
    const { admin, ask, preview, undo, costing, entryOf } = await openMany();
    const { editId, batches } = await preview({ change });
    const [first, second, third] = batches as [BulkBatch, BulkBatch, BulkBatch];
    expect([first, second, third].map(({ ids }) => ids.length)).toEqual([500, 500, 100]);
    const apply = (batch: BulkBatch) => ask("", { editId, ...batch, change });
    const sent = await Promise.all([apply(first), apply(first)]);
    const reply = [200, { changed: 500, auditId: editId }];
    expect(sent.map(({ status, body }) => [status, body])).toEqual([reply, reply]);
    expect(await costing(5)).toBe(500);
    const reused = { status: 409, body: { error: { code: "key-reused" } } };
    const twice = { price: { ...change.price, value: 100 } };
    const { batches: dearer } = await preview({ change: twice });
    for (const batch of dearer.slice(0, 2))
      expect(await ask("", { editId, ...batch, change: twice })).toMatchObject(reused);
    expect(await costing(5)).toBe(500);
    expect(await entryOf(editId)).toMatchObject({ parts: 500, after: { price: "-50 %" } });

    expect((await apply(second)).status).toBe(200);
    const [other = ""] = third.ids;
    await admin.send("PATCH", `/api/parts/${other}`, { price: 8 });
    const refused = await apply(third);
    expect(refused.status).toBe(409);
    const { present } = (refused.body as { error: { present: BulkPreview } }).error;
    expect(present).toMatchObject({ changing: 100 });
    expect((await apply(present.batches[0] as BulkBatch)).status).toBe(200);
    expect([await costing(5), await costing(4)]).toEqual([1_099, 1]);
    expect(await entryOf(editId)).toMatchObject({ parts: 1_100 });

    // As if it had been interrupted after one of them.
    await admin.send("PATCH", `/api/parts/${other}`, { price: 8 });
    let left = many;
    while (left > 0) {
      const { body } = await undo(editId);
      expect((body as { left: number }).left).toBeLessThan(left);
      left = (body as { left: number }).left;
    }
    expect([await costing(10), await costing(8)]).toEqual([1_099, 1]);
    expect((await undo(editId)).status).toBe(409);
  });

  it("is added to by nobody else", async () => {
    const { ask, preview, costing } = await openMany();
    const { editId, batches } = await preview({ change });
    await ask("", { editId, ...batches[0], change });
    const another = await signUpAdmin(await openShop());
    const body = { editId, ...batches[1], change };
    const { status } = await another.send("POST", "/api/bulk-edits", body);
    expect([status, await costing(10)]).toEqual([409, 600]);
  });
});
