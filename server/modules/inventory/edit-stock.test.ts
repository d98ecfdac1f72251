import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { StockEdited, StockState } from "#contract/inventory.ts";
import type { Order } from "#contract/orders.ts";
import { payOrder } from "#tests/basket-order.ts";
import { changeOrder } from "#tests/builders/order.ts";
import { cookiesOf, listenLive } from "#tests/listen-live.ts";
import { aStockedPart, placeOrder, readStock } from "#tests/orders.ts";
import { sharePayingShop } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { movements } from "./tables.ts";

const openShop = sharePayingShop();

async function open(availablQuantity = 100) {
  const shop = await openShop();
  const [admin, part] = [await signUpAdmin(shop), await aStockedPart(shop, { availablQuantity })];
  const path = `/api/parts/${part.id}/stock`;
  const book = (body: object) => admin.send("POST", path, body);
  const booked = async (body: object) => (await book(body)).body as StockEdited;
  const undo = (auditId: string | null) => admin.send("POST", `/api/undo/${auditId}`);
  const state = async () => (await admin.get(path)).body as StockState;
  const log = async () => (await admin.get(`/api/audit?about=${part.id}`)).body as AuditEntry[];
  return { shop, admin, part, path, book, booked, undo, state, log };
}

describe("POST /parts/:id/stock", () => {
  it("books what came, came back, was damaged and was counted, with its reason", async () => {
    const { shop, part, booked, state, log } = await open();
    const live = await listenLive(shop, `shows=part:${part.id}`);
    expect(await booked({ reason: "delivery", pieces: 200, note: "Slip 7" })).toMatchObject({
      onHand: 300,
      reserved: 0,
      availablQuantity: 300,
      change: 200,
    });
    await expect.poll(live.heard).toContain(`{"availablQuantity":300}`);
    expect(await booked({ reason: "return", pieces: 2 })).toMatchObject({ change: 2 });
    expect(await booked({ reason: "damage", pieces: 3 })).toMatchObject({ change: -3 });
    expect(await booked({ reason: "count", pieces: 215 })).toMatchObject({ change: -84 });
    expect(await booked({ reason: "count", pieces: 215 })).toMatchObject({ auditId: null });
    expect(await state()).toEqual({ onHand: 215, reserved: 0, availablQuantity: 215 });
    const entries = await log();
    expect(entries.map(({ after }) => after?.reason)).toEqual([
      "count",
      "damage",
      "return",
      "delivery",
    ]);
    expect(entries.at(-1)).toMatchObject({
      action: "change-stock",
      before: { availablQuantity: 100 },
      after: { availablQuantity: 300, change: 200, note: "Slip 7" },
    });
  });

  it("counts what orders have reserved as well, and leaves it covered", async () => {
    const { shop, part, book, booked, state } = await open();
    await placeOrder(await signUp(shop), part, { quantity: 10 });
    expect(await booked({ reason: "count", pieces: 60 })).toMatchObject({
      onHand: 60,
      reserved: 10,
      availablQuantity: 50,
    });
    expect(await book({ reason: "damage", pieces: 51 })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("orders have reserved 10 pieces") } },
    });
    expect((await book({ reason: "damage", pieces: 99 })).body).toMatchObject({
      error: { fields: { pieces: expect.stringContaining("There are not that many") } },
    });
    expect(await state()).toMatchObject({ onHand: 60 });
  });

  it("takes back the newest holds for a count below them, and names the orders", async () => {
    const { shop, part, book, booked, undo, state, log } = await open();
    const buyer = await signUp(shop);
    const place = () => placeOrder(buyer, part, { quantity: 10 });
    const [paid, older, newer] = [await place(), await place(), await place()];
    await payOrder(shop, buyer, paid);
    const key = crypto.randomUUID();
    const count = { reason: "count", pieces: 25, key };
    const released = [{ order: newer.number, pieces: 10 }];
    const live = await listenLive(shop, "shows=orders-of:me", cookiesOf(buyer));
    const heldUntil = async ({ _id }: Order) =>
      ((await buyer.get(`/api/orders/${_id}`)).body as Order).heldUntil;
    expect(await heldUntil(newer)).toBeDefined();
    const answer = await booked(count);
    expect(answer).toMatchObject({ onHand: 25, reserved: 20, availablQuantity: 5, released });
    // Its page, and open tabs, no longer promise the pieces.
    expect(await heldUntil(newer)).toBeUndefined();
    expect(await heldUntil(older)).toBeDefined();
    await expect.poll(live.heard).toContain(newer._id);
    // Sent again it takes no more.
    expect(await booked(count)).toEqual(answer);
    expect((await log())[0]?.after).toMatchObject({ change: -75, released: `${newer.number}` });
    const short = await buyer.send("POST", "/api/create-payment-intent", {
      price: newer.totalPrice,
      order: newer._id,
    });
    expect(short).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
    // Paid orders keep theirs; then nobody loses a hold.
    const refused = await book({ reason: "count", pieces: 9 });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: "reserved-by" } },
    });
    expect(JSON.stringify(refused.body)).toContain(`${paid.number}`);
    expect(await booked({ reason: "count", pieces: 10 })).toMatchObject({
      reserved: 10,
      released: [{ order: older.number, pieces: 10 }],
    });
    const [latest] = await log();
    expect((await undo(latest?._id ?? "")).status).toBe(200);
    expect((await undo(answer.auditId)).status).toBe(200);
    expect(await state()).toEqual({ onHand: 100, reserved: 10, availablQuantity: 90 });
  });

  it("takes no hold of an order whose payment the bank is confirming", async () => {
    const { shop, part, book, state } = await open();
    const order = await placeOrder(await signUp(shop), part, { quantity: 10 });
    await changeOrder(shop.shop.db, order, { paymentState: "processing" });
    expect(await book({ reason: "count", pieces: 9 })).toMatchObject({
      status: 409,
      body: { error: { code: "reserved-by" } },
    });
    expect(await state()).toMatchObject({ reserved: 10 });
  });

  it("books a change that is sent again once, and changes at once each", async () => {
    const { shop, part, booked, book } = await open(0);
    const delivery = { reason: "delivery", pieces: 5, key: crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => booked(delivery)));
    expect(answers).toEqual(Array(3).fill({ ...answers[0], change: 5 }));
    expect(await book({ ...delivery, pieces: 6 })).toMatchObject({
      status: 409,
      body: { error: { code: "key-reused" } },
    });
    expect(await readStock(shop, part)).toBe(5);
    await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        book({ reason: at % 2 ? "damage" : "delivery", pieces: 1 }),
      ),
    );
    expect(await readStock(shop, part)).toBe(5);
  });

  it("refuses what is no change of stock, an unknown part, and everybody but admins", async () => {
    const { shop, admin, book, path, state } = await open();
    const wrong = [
      { reason: "delivery", pieces: -1 },
      { reason: "sale", pieces: 1 },
      { pieces: 1 },
    ];
    const more = [{ reason: "delivery", pieces: 1.5 }, { reason: "count" }, { change: 5 }];
    for (const body of [...wrong, ...more]) expect((await book(body)).status).toBe(400);
    expect((await book({ reason: "damage", pieces: 0 })).status).toBe(409);
    expect((await book({ reason: "delivery", pieces: 1_000_000_000 })).status).toBe(409);
    const delivery = { reason: "delivery", pieces: 1 };
    const elsewhere = `/api/parts/${crypto.randomUUID()}/stock`;
    expect((await admin.send("POST", elsewhere, delivery)).status).toBe(404);
    expect((await (await signUp(shop)).send("POST", path, delivery)).status).toBe(403);
    expect((await shop.get(path)).status).toBe(401);
    expect(await state()).toMatchObject({ onHand: 100 });
  });
});

describe("POST /undo/:auditId", () => {
  it("books the opposite movement of a stock, whatever came since, and once", async () => {
    const { shop, part, booked, undo, state, log } = await open();
    const count = await booked({ reason: "count", pieces: 40 });
    await booked({ reason: "delivery", pieces: 7 });
    expect(await undo(count.auditId)).toMatchObject({ status: 200, body: { about: part.id } });
    expect(await state()).toMatchObject({ onHand: 107 });
    expect(await undo(count.auditId)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("already") } },
    });
    const [entry] = await log();
    expect(entry?.after).toEqual({ availablQuantity: 107, change: 60, reason: "undo" });
    expect(await undo(entry?._id ?? "")).toMatchObject({ status: 200 });
    expect(await state()).toMatchObject({ onHand: 47 });
    const rows = await shop.shop.db.select().from(movements);
    const own = rows.filter(({ partId }) => partId === part.id);
    expect(own.reduce((sum, { onHandChange }) => sum + onHandChange, 0)).toBe(47);
  });

  it("leaves what orders have reserved", async () => {
    const { shop, part, booked, undo } = await open(0);
    const delivery = await booked({ reason: "delivery", pieces: 20 });
    await placeOrder(await signUp(shop), part, { quantity: 10 });
    expect((await undo(delivery.auditId)).status).toBe(409);
  });

  it("undoes an edit, and refuses one of what was changed since", async () => {
    const { admin, part, undo, log } = await open();
    const edit = (fields: object) => admin.send("PATCH", `/api/parts/${part.id}`, fields);
    await edit({ price: 9.2 });
    const attributes = [{ name: "Colour", unit: null, value: "red" }];
    await edit({ name: "Disc", lowStock: 4, attributes });
    const [edited, priced] = (await log()).map(({ _id }) => _id);
    expect((await undo(priced ?? "")).status).toBe(200);
    await edit({ lowStock: 5 });
    const { status, body } = await undo(edited ?? "");
    expect([status, body]).toMatchObject([
      409,
      { error: { message: expect.stringContaining("low-stock threshold") } },
    ]);
    await edit({ lowStock: 4 });
    expect((await undo(edited ?? "")).status).toBe(200);
    const { body: record } = await admin.get(`/api/parts/${part.id}/record`);
    expect(record).toMatchObject({ name: part.name, price: 45.5, lowStock: null, attributes: [] });
    expect((await undo(edited ?? "")).body).toMatchObject({
      error: { message: "This change has already been undone." },
    });
  });

  it("refuses what is no change of a part", async () => {
    const { admin, undo } = await open();
    const added = await admin.send("POST", "/api/ledger/check");
    expect(added.status).toBe(200);
    const [entry] = (await admin.get("/api/audit?limit=1")).body as [AuditEntry];
    expect((await undo(entry._id)).status).toBe(404);
    expect((await undo(crypto.randomUUID())).status).toBe(404);
  });
});
