import { expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Part } from "#contract/catalog.ts";
import type { PartImport } from "#contract/imports.ts";
import { aPart } from "#seed/builders.ts";
import { importFile, undoImport } from "#tests/imports.ts";
import { openShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

async function open() {
  const parts = [
    aPart({ name: "Oil Filter", number: "PW-1", priceCents: 895, availablQuantity: 40 }),
    aPart({ name: "Air Filter", number: "PW-2", priceCents: 1_290 }),
  ];
  const shop = await openShop({ parts });
  const admin = await signUpAdmin(shop);
  const partOf = async (number: string) => (await shop.get(`/api/parts/${number}`)).body as Part;
  const importsOf = async ({ _id }: { _id: string }) =>
    (await admin.get(`/api/parts/${_id}/imports`)).body as PartImport[];
  return { shop, admin, partOf, importsOf };
}

const undo = (admin: SignedIn, { import: id, line }: Pick<PartImport, "import" | "line">) =>
  admin.send("POST", `/api/imports/${id}/lines/${line}/undo`);

const conflict = (text: string) => ({
  status: 409,
  body: { error: { message: expect.stringContaining(text) } },
});

it("are listed with their part, and one line is undone without the others", async () => {
  const { shop, admin, partOf, importsOf } = await open();
  const applied = await importFile(admin, "prices", "part,price\nPW-1,9\nPW-2,13\n");
  const oil = await partOf("PW-1");
  const [change] = await importsOf(oil);
  expect(change).toMatchObject({
    import: applied._id,
    number: applied.number,
    line: 2,
    kind: "prices",
    who: admin.email,
    before: { price: "8.95" },
    after: { price: "9.00" },
    isUndone: false,
  });
  const line = { import: applied._id, line: 2 };
  expect(await undo(await signUp(shop), line)).toMatchObject({ status: 403 });
  expect((await undo(admin, line)).status).toBe(200);
  expect(await partOf("PW-1")).toMatchObject({ price: 8.95 });
  expect(await importsOf(oil)).toMatchObject([{ isUndone: true }]);
  expect(await undo(admin, line)).toMatchObject(conflict("already been undone"));
  expect((await undo(admin, { ...line, line: 9 })).status).toBe(404);
  const log = (await admin.get(`/api/audit?about=${oil._id}`)).body as AuditEntry[];
  expect(log).toMatchObject([
    {
      action: "undo-import-line",
      who: admin.email,
      before: { price: "9.00" },
      after: { import: applied.number, price: "8.95" },
    },
  ]);
  // The rest of the import is undone as a whole; the line stays as it is.
  expect(await undoImport(admin, applied)).toMatchObject({ state: "undone", problem: null });
  expect([await partOf("PW-1"), await partOf("PW-2")]).toMatchObject([
    { price: 8.95 },
    { price: 12.9 },
  ]);
  expect(await undo(admin, { import: applied._id, line: 3 })).toMatchObject(
    conflict("already been undone"),
  );
});

it("are not undone where something was changed since, and say what", async () => {
  const { admin, partOf, importsOf } = await open();
  await importFile(admin, "prices", "part,price\nPW-1,9\n");
  const oil = await partOf("PW-1");
  await admin.send("PATCH", `/api/parts/${oil._id}`, { price: 9.5 });
  const [change] = await importsOf(oil);
  expect(change && (await undo(admin, change))).toMatchObject(
    conflict("The price was 9.00, and is 9.50 now"),
  );
  expect(await partOf("PW-1")).toMatchObject({ price: 9.5 });
});

it("give a counted stock back as a difference, once", async () => {
  const { admin, partOf, importsOf } = await open();
  await importFile(admin, "stock", "part,on_hand\nPW-1,50\n");
  const oil = await partOf("PW-1");
  await admin.send("POST", `/api/parts/${oil._id}/stock`, { reason: "delivery", pieces: 5 });
  const [change] = await importsOf(oil);
  expect(change && (await undo(admin, change)).status).toBe(200);
  expect(await partOf("PW-1")).toMatchObject({ availablQuantity: 45 });
  expect(change && (await undo(admin, change)).status).toBe(409);
  expect(await partOf("PW-1")).toMatchObject({ availablQuantity: 45 });
});

it("name the import that added a part, and take the part away again", async () => {
  const { shop, admin, partOf, importsOf } = await open();
  await importFile(admin, "parts", "part,name,price\nPW-9,Gasket,4.20\n");
  const added = await partOf("PW-9");
  const [change] = await importsOf(added);
  expect(change).toMatchObject({ before: null, after: { name: "Gasket" } });
  expect(change && (await undo(admin, change)).status).toBe(200);
  expect((await shop.get("/api/parts/PW-9")).status).not.toBe(200);
});
