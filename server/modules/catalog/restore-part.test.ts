import { expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Part } from "#contract/catalog.ts";
import { aPart } from "#seed/builders.ts";
import { shareShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

const openShop = shareShop();

it("brings a deleted part back with its number and stock, once", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const part = aPart({ number: "RP-100", availablQuantity: 70 });
  const { insertedId: id } = (await admin.send("POST", "/api/parts", part)).body as {
    insertedId: string;
  };
  const listed = async () =>
    ((await shop.get("/api/parts")).body as Part[]).find(({ _id }) => _id === id);
  const log = async () => (await admin.get(`/api/audit?about=${id}`)).body as AuditEntry[];
  await admin.send("DELETE", `/api/parts/${id}`);
  expect(await listed()).toBeUndefined();
  const [deletion] = await log();
  const undo = () => admin.send("POST", `/api/undo/${deletion?._id}`);
  expect(await undo()).toMatchObject({ status: 200, body: { about: id } });
  expect(await listed()).toMatchObject({ number: "RP-100", availablQuantity: 70 });
  expect(await shop.get("/api/parts/rp100")).toMatchObject({ status: 200, body: { _id: id } });
  expect((await log())[0]).toMatchObject({ action: "restore-product" });
  expect((await undo()).status).toBe(409);
});
