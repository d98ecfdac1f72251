// Pieces of a paid order that a customer does not want any more, or that the desk does not send.
import { describe, expect, it } from "vitest";
import type { Order, OrderEvent } from "#contract/orders.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { aStockedPart, readStock } from "#tests/orders.ts";
import { readLetters } from "#tests/outbox.ts";
import { readNetCharge, sharePayingShop, totalCentsOf } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { deliverEverywhere, orderBasket, orderTwoParts, shipPieces } from "#tests/returns.ts";

const share = sharePayingShop();

type Pieces = { line: string; quantity: number };

const cancel = (
  who: SignedIn,
  { _id }: Order,
  lines: Pieces[],
  key: string = crypto.randomUUID(),
) => who.send("POST", `/api/orders/${_id}/cancellations`, { key, lines });

const refund = (who: SignedIn, { _id }: Order, lines: Pieces[], unsent?: boolean) =>
  who.send("POST", `/api/orders/${_id}/refunds`, {
    key: crypto.randomUUID(),
    reason: "short",
    note: "",
    lines,
    ...(unsent !== undefined && { unsent }),
  });

const refusedWith = (message: string) => ({ status: 409, body: { error: { message } } });

async function open() {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await deliverEverywhere(admin);
  const ordered = await orderTwoParts(shop, buyer);
  const read = async () => (await buyer.get(`/api/orders/${ordered.order._id}`)).body as Order;
  return { shop, buyer, admin, read, ...ordered };
}

describe("a customer who cancels pieces", () => {
  it("gets their money, leaves the rest as it is, and frees their stock", async () => {
    const { shop, buyer, admin, read, order, disc, ofDisc, ofPads } = await open();
    const before = await readStock(shop, disc);
    await shipPieces(admin, order, [{ line: ofPads, quantity: 3 }]);
    const key = crypto.randomUUID();
    const done = { status: 200, body: { amount: 99.98, state: "succeeded" } };
    for (let time = 0; time < 2; time++) {
      expect(await cancel(buyer, order, [{ line: ofDisc, quantity: 2 }], key)).toMatchObject(done);
    }
    expect(await readStock(shop, disc)).toBe(before + 2);
    const [line] = (await read()).lines;
    expect(line).toMatchObject({ quantity: 4, cancelled: 2, refunded: 99.98 });
    expect(readNetCharge(shop, order)).toBe(totalCentsOf(order) - 9_998);
    expect((await cancel(buyer, order, [{ line: ofDisc, quantity: 1 }], key)).status).toBe(409);
    await shipPieces(admin, order);
    expect(await read()).toMatchObject({ fulfilment: "shipped", lines: [{ shipped: 2 }, {}, {}] });
    expect(await cancel(buyer, order, [{ line: ofDisc, quantity: 1 }])).toMatchObject(
      refusedWith("Disc is packed or sent already, so it can no longer be cancelled."),
    );
    const history = (await admin.get(`/api/orders/${order._id}/history`)).body as OrderEvent[];
    expect(history.find(({ what }) => what === "refund-wanted")?.note).toBe(
      "Pieces were cancelled, by the customer",
    );
    await waitUntilLettersSent(shop);
    const letters = (await readLetters(shop)).filter(
      (letter) => letter.includes(`To: ${buyer.email}`) && letter.includes("are cancelled"),
    );
    expect(letters).toHaveLength(1);
    expect(letters[0]).toContain("Disc: $99.98");
    await expectStockBalanced(shop.shop.db);
    await expectReconciled(shop);
  });

  it("gets nothing back alone for what is on its way, and no stock is counted up", async () => {
    const { shop, buyer, admin, order, disc, ofDisc } = await open();
    await shipPieces(admin, order);
    const before = await readStock(shop, disc);
    const line = { line: ofDisc, quantity: 1 };
    expect((await cancel(buyer, order, [line])).status).toBe(409);
    expect(await buyer.send("DELETE", `/api/orders/${order._id}`)).toMatchObject({
      status: 409,
      body: { error: { code: "shipped" } },
    });
    expect((await refund(buyer, order, [line])).status).toBe(403);
    const back = { lines: [{ ...line, reason: "damaged", note: "" }] };
    const asked = await buyer.send("POST", `/api/orders/${order._id}/returns`, {
      key: crypto.randomUUID(),
      ...back,
    });
    const { _id, version } = asked.body as { _id: string; version: number };
    const approval = { step: "approve", version, free: true };
    expect((await buyer.send("PATCH", `/api/returns/${_id}`, approval)).status).toBe(403);
    expect(await readStock(shop, disc)).toBe(before);
    expect(readNetCharge(shop, order)).toBe(totalCentsOf(order));
  });

  it("ends the order where nothing else is left to send", async () => {
    const { admin, buyer, read, order, ofDisc, ofPads } = await open();
    await shipPieces(admin, order, [{ line: ofPads, quantity: 3 }]);
    await shipPieces(admin, order, [{ line: ofDisc, quantity: 1 }]);
    expect((await cancel(buyer, order, [{ line: ofDisc, quantity: 3 }])).status).toBe(200);
    expect(await read()).toMatchObject({ fulfilment: "shipped", payment: "paid" });
  });

  it("is sent to the order itself for all of it, and to its shipping for what is packed", async () => {
    const { admin, buyer, order, ofDisc, ofPads } = await open();
    const all = [
      { line: ofDisc, quantity: 4 },
      { line: ofPads, quantity: 3 },
    ];
    expect(await cancel(buyer, order, all)).toMatchObject(
      refusedWith(
        "That is all of this order. Please cancel the order itself: then its delivery is refunded as well.",
      ),
    );
    const packed = { key: crypto.randomUUID(), isPacked: true, lines: all.slice(1) };
    await admin.send("POST", `/api/orders/${order._id}/shipments`, packed);
    expect(await cancel(buyer, order, [{ line: ofPads, quantity: 1 }])).toMatchObject({
      status: 409,
      body: {
        error: { fields: { "lines.0.quantity": expect.stringContaining("Pads is packed") } },
      },
    });
    expect((await cancel(buyer, order, all.slice(0, 1))).status).toBe(200);
    const [stranger, other] = [await signUp(await share()), order];
    expect((await cancel(stranger, other, all.slice(1))).status).toBe(404);
    const delivery = order.lines.at(-1)?._id ?? "";
    expect((await cancel(buyer, order, [{ line: delivery, quantity: 1 }])).status).toBe(409);
  });

  it("gets the deposits of these pieces, too", async () => {
    const { shop, buyer, admin } = await open();
    const caliper = await aStockedPart(shop, { name: "Caliper", priceCents: 8_950, deposit: 40 });
    const order = await orderBasket(shop, buyer, [[caliper, 4]]);
    const line = order.lines.find(({ kind }) => kind === "part")?._id ?? "";
    const deposit = order.lines.find(({ kind }) => kind === "deposit")?._id ?? "";
    expect(await cancel(buyer, order, [{ line, quantity: 2 }])).toMatchObject({
      status: 200,
      body: { amount: 259 },
    });
    expect((await refund(admin, order, [{ line: deposit, quantity: 2 }])).status).toBe(200);
    const key = crypto.randomUUID();
    for (let time = 0; time < 2; time++) {
      expect(await cancel(buyer, order, [{ line, quantity: 1 }], key)).toMatchObject({
        status: 200,
        body: { amount: 89.5 },
      });
    }
    await shipPieces(admin, order);
    await expectReconciled(shop);
  });

  it("gets what is left of them where an amount of the order went back before", async () => {
    const { shop, buyer, admin, read, order, ofPads } = await open();
    const goodwill = { key: crypto.randomUUID(), reason: "goodwill", note: "", amount: 5 };
    const path = `/api/orders/${order._id}/refunds`;
    expect((await admin.send("POST", path, goodwill)).status).toBe(200);
    const [, pads] = (await read()).lines;
    if (!pads) throw new Error("The order has no two lines");
    expect(pads.refunded).toBeGreaterThan(0);
    expect(await cancel(buyer, order, [{ line: ofPads, quantity: 3 }])).toMatchObject({
      status: 200,
      body: { amount: Math.round((pads.total - pads.refunded) * 100) / 100 },
    });
    await expectReconciled(shop);
  });

  it("pays first, and cancels an unpaid order as a whole", async () => {
    const { shop, buyer } = await open();
    const part = await aStockedPart(shop);
    const { body } = await buyer.send("POST", "/api/orders", {
      name: "Vera",
      email: buyer.email,
      phone: "",
      address: "",
      productName: part.name,
      quantity: 3,
      totalPrice: 136.5,
      part: part.id,
    });
    const order = body as Order;
    const line = order.lines[0]?._id ?? "";
    expect(await cancel(buyer, order, [{ line, quantity: 1 }])).toMatchObject(
      refusedWith("This order is not paid yet. Cancel all of it, and order again what you want."),
    );
  });
});

describe("a desk that refunds pieces", () => {
  it("frees the stock of those that were not sent, unless it says otherwise", async () => {
    const { shop, admin, read, order, disc, pads, ofDisc, ofPads } = await open();
    const [discs, pairs] = [await readStock(shop, disc), await readStock(shop, pads)];
    expect((await refund(admin, order, [{ line: ofPads, quantity: 1 }])).status).toBe(200);
    expect(await readStock(shop, pads)).toBe(pairs + 1);
    expect((await refund(admin, order, [{ line: ofPads, quantity: 1 }], false)).status).toBe(200);
    expect(await readStock(shop, pads)).toBe(pairs + 1);
    await shipPieces(admin, order, [{ line: ofDisc, quantity: 3 }]);
    // It may be for one of those that were sent.
    expect((await refund(admin, order, [{ line: ofDisc, quantity: 1 }])).status).toBe(200);
    expect(await readStock(shop, disc)).toBe(discs);
    expect(await refund(admin, order, [{ line: ofDisc, quantity: 2 }], true)).toMatchObject(
      refusedWith("Of Disc, 1 piece is neither packed nor sent."),
    );
    expect((await refund(admin, order, [{ line: ofDisc, quantity: 1 }], true)).status).toBe(200);
    expect(await readStock(shop, disc)).toBe(discs + 1);
    await shipPieces(admin, order);
    expect(await read()).toMatchObject({
      fulfilment: "shipped",
      lines: [{ shipped: 3, cancelled: 1 }, { shipped: 2, cancelled: 1 }, {}],
    });
    await expectStockBalanced(shop.shop.db);
    await expectReconciled(shop);
  });

  it("has nothing left to ship of an order of which every piece went back", async () => {
    const { admin, order, ofDisc, ofPads } = await open();
    const toShip = async () => (await admin.get("/api/allOrders?state=to-ship")).body as Order[];
    const isListed = async () => (await toShip()).some(({ _id }) => _id === order._id);
    expect(await isListed()).toBe(true);
    const all = [
      { line: ofDisc, quantity: 4 },
      { line: ofPads, quantity: 3 },
    ];
    expect((await refund(admin, order, all)).status).toBe(200);
    expect(await isListed()).toBe(false);
  });
});
