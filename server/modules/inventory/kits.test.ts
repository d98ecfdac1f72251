// Kits over HTTP: what is available of them, and what orders, parcels and returns do to the shelf.
import { beforeAll, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Basket } from "#contract/baskets.ts";
import type { Part, PartInList, PartPage } from "#contract/catalog.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import { lapseReservations } from "#tests/builders/order.ts";
import { changePart } from "#tests/builders/part.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { importFile, listFindings, undoImport } from "#tests/imports.ts";
import {
  aStockedPart,
  orderRequest,
  placeOrder,
  readStock,
  type StockedPart,
} from "#tests/orders.ts";
import { createClientSecret, type PayingShop, sharePayingShop } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import {
  asked,
  closeReturn,
  deliverEverywhere,
  inspected,
  orderBasket,
  shipPieces,
  taken,
  takeStep,
} from "#tests/returns.ts";
import { moveStock } from "./change-stock.ts";

const share = sharePayingShop({ webhooks: "hold" });
let admin: SignedIn;

beforeAll(async () => {
  admin = await signUpAdmin(await share());
  await deliverEverywhere(admin);
});

const stocked = (shop: PayingShop, name: string, availablQuantity: number) =>
  aStockedPart(shop, { name, minimumQuantity: 0, availablQuantity });
const edit = (id: string, fields: object) => admin.send("PATCH", `/api/parts/${id}`, fields);

/** Of two discs and one set of pads. */
async function openKit({ discs = 11, pads = 20 } = {}) {
  const shop = await share();
  const disc = await stocked(shop, "Disc", discs);
  const pad = await stocked(shop, "Pads", pads);
  const kit = await stocked(shop, "Brake kit", 0);
  const components = [
    { part: disc.id, quantity: 2 },
    { part: pad.id, quantity: 1 },
  ];
  const { status, body } = await edit(kit.id, { fromShelf: true, components });
  expect([status, body]).toMatchObject([200, { fromShelf: true }]);
  const left = () => Promise.all([kit, disc, pad].map((part) => readStock(shop, part)));
  return { shop, disc, pad, kit, left };
}

async function expectBalanced(shop: PayingShop): Promise<void> {
  await expectStockBalanced(shop.shop.db);
  await expectReconciled(shop);
}

it("is available as often as its components suffice, wherever it is shown", async () => {
  const { shop, disc, kit, left } = await openKit();
  expect(await left()).toEqual([5, 11, 20]);
  const buyer = await signUp(shop);
  await placeOrder(buyer, disc, { quantity: 4 });
  expect(await left()).toEqual([3, 7, 20]);
  const purchase = (await buyer.get(`/api/purchase/${kit.id}`)).body as Part;
  expect(purchase.availablQuantity).toBe(3);
  await admin.send("POST", `/api/parts/${disc.id}/stock`, { reason: "delivery", pieces: 3 });
  expect(await left()).toEqual([5, 10, 20]);
  expect(
    await admin.send("POST", `/api/parts/${kit.id}/stock`, { reason: "delivery", pieces: 1 }),
  ).toMatchObject({ status: 409 });
  expect((await edit(kit.id, { fromShelf: false })).body).toMatchObject({ availablQuantity: 0 });
  await edit(kit.id, { fromShelf: true });
  await admin.send("DELETE", `/api/parts/${disc.id}`);
  expect((await left())[0]).toBe(0);
  await expectBalanced(shop);
});

it("takes its components from the shelf, and gives them back", async () => {
  const { shop, kit, disc, left } = await openKit();
  const buyer = await signUp(shop);
  const order = await orderBasket(shop, buyer, [
    [kit, 2],
    [disc, 1],
  ]);
  expect(await left()).toEqual([3, 6, 18]);
  // The order keeps what the kit was when it was placed.
  await edit(kit.id, { components: [{ part: disc.id, quantity: 1 }] });
  expect((await left())[0]).toBe(6);
  await shipPieces(admin, order);
  await expectBalanced(shop);
  const line = order.lines.find(({ name }) => name === kit.name)?._id ?? "";
  const wanted = await asked(buyer, order, [{ line, quantity: 2 }]);
  const found = await inspected(admin, wanted, () => ({ restock: 1, scrap: 1 }));
  expect((await closeReturn(admin, found)).status).toBe(200);
  expect(await left()).toEqual([8, 8, 19]);
  await expectBalanced(shop);
});

it("is never sold together with a component more often than there are pieces", async () => {
  const { shop, kit, disc, left } = await openKit({ discs: 21, pads: 40 });
  const buyers = await Promise.all([signUp(shop), signUp(shop)]);
  const ask = (part: StockedPart, at: number) => {
    const buyer = buyers[at % buyers.length] as SignedIn;
    return buyer.send("POST", "/api/orders", orderRequest(buyer, part, { quantity: 1 }));
  };
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => ask(at % 3 === 0 ? disc : kit, at)),
  );
  const sold = answers.filter(({ status }) => status === 200).length;
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(sold).toBeGreaterThan(8);
  const [kits = 0, discs = 0] = await left();
  expect(kits).toBe(Math.floor(discs / 2));
  expect(discs).toBeGreaterThanOrEqual(0);
  await expectBalanced(shop);
});

it("shares what is left with its component in one basket", async () => {
  const { shop, kit, disc } = await openKit({ discs: 9 });
  const buyer = await signUp(shop);
  const lines = [
    { part: kit.id, quantity: 3 },
    { part: disc.id, quantity: 5 },
  ];
  const { body } = await buyer.send("PUT", "/api/basket/lines", { lines });
  expect((body as Basket).lines).toMatchObject([
    { quantity: 3 },
    { quantity: 2, note: "Only 3 are left, so the most you can order is 2: set to 2." },
  ]);
});

it("whose hold has ended is reserved again with all its components, or says how many are left", async () => {
  const { shop, kit, disc, left } = await openKit();
  const buyer = await signUp(shop);
  const order = await placeOrder(buyer, kit, { quantity: 4 });
  await lapseReservations(shop.shop.db, order);
  const other = await signUp(shop);
  const second = await placeOrder(other, kit, { quantity: 3 });
  expect(await left()).toEqual([2, 5, 17]);
  expect(
    await buyer.send("POST", "/api/create-payment-intent", {
      order: order._id,
      price: order.totalPrice,
    }),
  ).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining("2") } } });
  await other.send("DELETE", `/api/orders/${second._id}`);
  await createClientSecret(buyer, order);
  expect(await left()).toEqual([1, 3, 16]);
  // Of only one component the hold is over.
  await lapseReservations(shop.shop.db, order);
  await placeOrder(other, disc, { quantity: 1 });
  await createClientSecret(buyer, order);
  expect(await left()).toEqual([1, 2, 16]);
  await expectBalanced(shop);
});

it("waits for changes of what its new components are put together from", async () => {
  const { shop, kit, disc, pad } = await openKit();
  const { db } = shop.shop;
  const numberOf = async ({ id }: StockedPart) =>
    ((await admin.get(`/api/parts/${id}/record`)).body as PartRecord).number;
  const writers: ((set: StockedPart) => Promise<unknown>)[] = [
    ({ id }) => edit(id, { components: [{ part: kit.id }] }),
    async (set) => {
      const lines = ["part,component", `${await numberOf(set)},${await numberOf(kit)}`];
      return importFile(admin, "kits", lines.join("\n"));
    },
  ];
  for (const [at, write] of writers.entries()) {
    const set = await stocked(shop, "Workshop set", 0);
    await edit(set.id, { fromShelf: true, components: [{ part: pad.id }] });
    let isWritten = false;
    const written = await inTransaction(db, async (tx) => {
      const scrap = { reason: "scrap", onHandChange: -2, sourceId: newId() };
      await moveStock(tx, [{ ...scrap, partId: disc.id }]);
      const writing = write(set).finally(() => {
        isWritten = true;
      });
      const isWaiting = async () => isWritten || (await countBlocked(db, "from stock")) > 0;
      await expect.poll(isWaiting).toBe(true);
      return [writing];
    });
    await Promise.all(written);
    expect(await readStock(shop, set)).toBe(4 - at);
  }
});

it("gets no pieces of its own once it is from the shelf, and never loses its last component", async () => {
  const { shop, disc, pad } = await openKit();
  const packed = await stocked(shop, "Packed kit", 5);
  await edit(packed.id, { components: [{ part: disc.id }] });
  const buyer = await signUp(shop);
  const order = await orderBasket(shop, buyer, [[packed, 2]]);
  await shipPieces(admin, order);
  const { number } = (await admin.get(`/api/parts/${packed.id}/record`)).body as PartRecord;
  const counted = await importFile(admin, "stock", `part,on_hand\n${number},0\n`);
  const { number: padNumber } = (await admin.get(`/api/parts/${pad.id}/record`)).body as PartRecord;
  await edit(packed.id, { components: [] });
  const filled = await importFile(admin, "kits", `part,component\n${number},${padNumber}\n`);
  expect((await edit(packed.id, { fromShelf: true })).status).toBe(200);

  const ofComponents = "This kit is put together from its components";
  const empty = "Without it, nothing would be in a kit that is put together from its components";
  for (const [file, what] of [
    [counted, ofComponents],
    [filled, empty],
  ] as const) {
    const undone = await undoImport(admin, file);
    expect(undone).toMatchObject({ state: "applied", problem: expect.any(String) });
    expect(await listFindings(admin, file)).toMatchObject([{ what }]);
    expect(await admin.send("POST", `/api/imports/${file._id}/lines/2/undo`)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining(what) } },
    });
  }
  const line = order.lines[0]?._id ?? "";
  const wanted = await asked(buyer, order, [{ line, quantity: 2 }]);
  const approved = await taken(admin, wanted, { step: "approve", free: true });
  const lines = [{ line, pieces: 2 }];
  const received = await taken(admin, approved, { step: "receive", lines });
  const inspect = (restock: number) => ({
    step: "inspect",
    lines: [{ line, restock, scrap: 2 - restock, condition: "new", resolution: "refund" }],
  });
  expect(await takeStep(admin, received, inspect(1))).toMatchObject({
    status: 409,
    body: { error: { fields: { "lines.0.restock": expect.stringContaining(ofComponents) } } },
  });
  const found = await taken(admin, received, inspect(0));
  expect((await closeReturn(admin, found)).status).toBe(200);
  expect(await readStock(shop, packed)).toBe(20);
  await expectBalanced(shop);
});

it("contains no circle, also when two admins close one at once, and kits within kits are followed", async () => {
  const { shop, kit, disc } = await openKit();
  const set = await stocked(shop, "Workshop set", 0);
  const contain = (which: StockedPart, ...parts: StockedPart[]) =>
    edit(which.id, { components: parts.map(({ id }) => ({ part: id })) });
  await contain(set, kit, disc);
  expect((await edit(set.id, { fromShelf: true })).body).toMatchObject({ availablQuantity: 3 });
  const message = "One of these contains this kit itself";
  expect(await contain(kit, set)).toMatchObject({
    status: 409,
    body: { error: { fields: { components: message } } },
  });
  expect(await contain(kit, kit)).toMatchObject({ status: 400 });
  const [one, other] = [await stocked(shop, "One", 1), await stocked(shop, "Other", 1)];
  const both = await Promise.all([contain(one, other), contain(other, one)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await edit(one.id, { fromShelf: true, components: [] })).toMatchObject({ status: 409 });
  const packed = await edit(one.id, { fromShelf: true, components: [{ part: disc.id }] });
  expect(packed.body).toMatchObject({
    error: { fields: { fromShelf: "Packed kits are on the shelf: count them to 0 first" } },
  });
});

it("is shown with what is in it, and its edit can be undone", async () => {
  const { shop, kit, disc, pad } = await openKit();
  const page = async ({ id }: StockedPart) => (await shop.get(`/api/parts/${id}`)).body as PartPage;
  const shown = await page(kit);
  expect(shown.components.map(({ part, quantity }) => [part.name, quantity]).sort()).toEqual([
    ["Disc", 2],
    ["Pads", 1],
  ]);
  expect((await page(disc)).kits).toMatchObject([{ part: { name: "Brake kit" }, quantity: 2 }]);
  await edit(kit.id, { components: [{ part: pad.id, quantity: 3, soldAlone: false }] });
  expect((await page(kit)).components).toMatchObject([{ quantity: 3, price: null }]);
  expect((await page(disc)).kits).toEqual([]);
  const { body } = await admin.get(`/api/audit?about=${kit.id}`);
  const [last] = body as AuditEntry[];
  expect(last).toMatchObject({ action: "edit-part" });
  await admin.send("POST", `/api/undo/${last?._id}`);
  const record = (await admin.get(`/api/parts/${kit.id}/record`)).body as PartRecord;
  expect(record.components.map(({ quantity }) => quantity).sort()).toEqual([1, 2]);
});

it("may be the only way to buy a component: Purchase and baskets refuse that alone", async () => {
  const { shop, kit, disc, pad } = await openKit();
  const buyer = await signUp(shop);
  const put = (...lines: object[]) => buyer.send("PUT", "/api/basket/lines", { lines });
  await put({ part: disc.id, quantity: 2 });
  const before = (await buyer.get(`/api/purchase/${disc.id}`)).body;
  const components = [
    { part: disc.id, quantity: 2, soldAlone: false },
    { part: pad.id, quantity: 1 },
  ];
  await edit(kit.id, { components });
  expect((await buyer.get(`/api/purchase/${disc.id}`)).body).toEqual(before);
  const says = expect.stringContaining("sold in kits only");
  const refused = { status: 409, body: { error: { message: says } } };
  expect(
    await buyer.send("POST", "/api/orders", orderRequest(buyer, disc, { quantity: 1 })),
  ).toMatchObject(refused);
  expect((await buyer.get("/api/basket")).body).toMatchObject({
    lines: [{ quantity: 0, note: says, kits: [{ _id: kit.id }] }],
    total: 0,
  });
  // Lists name the kit in place of offering the part.
  const listed = async (path: string) => {
    const { body } = await shop.get(path);
    const items = (Array.isArray(body) ? body : (body as { items: Part[] }).items) as PartInList[];
    return items.find(({ _id }) => _id === disc.id);
  };
  const named = { number: expect.stringMatching(/^PW-/), name: kit.name };
  const lists = ["/api/parts", "/api/parts?newest=3", "/api/catalogue?sort=newest"];
  for (const path of lists) expect((await listed(path))?.kit).toEqual(named);
  await buyer.send("DELETE", `/api/basket/lines/${disc.id}`);
  expect(await put({ part: disc.id, quantity: 1 })).toMatchObject(refused);
  expect((await put({ part: kit.id, quantity: 1 })).status).toBe(200);
  const page = async (id: string) => (await shop.get(`/api/parts/${id}`)).body as PartPage;
  expect(await page(disc.id)).toMatchObject({ inKitsOnly: true, kits: [{ quantity: 2 }] });
  expect((await page(pad.id)).inKitsOnly).toBe(false);
  await edit(kit.id, { hidden: true });
  expect((await page(disc.id)).inKitsOnly).toBe(false);
  for (const path of lists) expect(await listed(path)).not.toHaveProperty("kit");
});

it("sells out with a component that has ended, and leads to the kit with what replaces that", async () => {
  const { shop, kit, disc, pad } = await openKit({ discs: 5 });
  const buyer = await signUp(shop);
  const lines = [{ part: kit.id, quantity: 1 }];
  await buyer.send("PUT", "/api/basket/lines", { lines });
  await changePart(shop, disc, { stock: 0 });
  const newer = await stocked(shop, "Newer disc", 9);
  const replacedBy = [{ part: newer.id }];
  await edit(disc.id, { life: "ended", replacedBy });
  const page = async () => (await shop.get(`/api/parts/${kit.id}`)).body as PartPage;
  expect(await page()).toMatchObject({ availablQuantity: 0, laterKits: [] });
  const later = await stocked(shop, "Later kit", 4);
  const proposed = async () => ((await buyer.get("/api/basket")).body as Basket).lines[0]?.kits;
  expect(await proposed()).toEqual([]);
  await edit(later.id, { components: [{ part: newer.id, quantity: 2 }, { part: pad.id }] });
  expect((await page()).laterKits).toMatchObject([{ _id: later.id }]);
  expect(await proposed()).toMatchObject([{ _id: later.id }]);
});
