import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { NewOrder, Order } from "#contract/orders.ts";
import { movements } from "#server/modules/inventory/tables.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { findWaitingLetters, holdLetters } from "#tests/builders/letter.ts";
import { moveOrder, redateOrder } from "#tests/builders/order.ts";
import { changePart } from "#tests/builders/part.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import {
  aStockedPart,
  orderRequest,
  placeOrder,
  readStock,
  type StockedPart,
} from "#tests/orders.ts";
import { getAccessToken, type SignedIn, signUp } from "#tests/people.ts";
import { orderLines, orders } from "./tables.ts";

async function open(part: Parameters<typeof aStockedPart>[1] = {}) {
  const shop = await openShop();
  return { shop, vera: await signUp(shop), part: await aStockedPart(shop, part) };
}

const post = ({ send }: SignedIn, order: unknown) => send("POST", "/api/orders", order);

const stored = ({ shop }: OpenShop) => shop.db.$count(orders);

/** Refused, and nothing has changed. */
async function expectRefused(
  { shop, vera, part }: { shop: OpenShop; vera: SignedIn; part: StockedPart },
  order: unknown,
  refusal: { status: number; error: object },
) {
  const before = [await stored(shop), await readStock(shop, part)];
  const { status, body } = await post(vera, order);
  expect([status, body]).toMatchObject([refusal.status, { error: refusal.error }]);
  expect([await stored(shop), await readStock(shop, part)]).toEqual(before);
}

describe("placing an order", () => {
  it("returns the order and reserves the stock", async () => {
    const { shop, vera, part } = await open({ priceCents: 1_999 });
    const sent = orderRequest(vera, part, { quantity: 7 });
    const { status, body } = await post(vera, sent);
    const { key: _, ...kept } = sent;
    expect(status).toBe(200);
    expect(body).toEqual({
      ...kept,
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      totalPrice: 139.93,
      price: 19.99,
      paid: false,
      state: "unpaid",
      orderedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      heldUntil: expect.stringMatching(/^\d{4}-.*Z$/),
      number: 10_001,
      payment: "unpaid",
      fulfilment: "none",
      goods: 139.93,
      discount: 0,
      deposits: 0,
      delivery: 0,
      tax: 0,
      refunded: 0,
      legal: {},
      lines: [
        {
          _id: expect.any(String),
          kind: "part",
          part: part.id,
          name: part.name,
          number: expect.stringMatching(/^PW-\d+$/),
          quantity: 7,
          price: 19.99,
          discount: 0,
          total: 139.93,
          tax: 0,
          shipped: 0,
          cancelled: 0,
          lost: 0,
          replaced: 0,
          returned: 0,
          refunded: 0,
        },
      ],
    });
    expect(await readStock(shop, part)).toBe(93);
    const { _id } = body as Order;
    expect((await vera.get(`/api/orders/${_id}`)).body).toEqual(body);
  });

  it("stores a stock movement with its reason", async () => {
    const { shop, vera, part } = await open();
    const { _id } = await placeOrder(vera, part, { quantity: 3 });
    const { db } = shop.shop;
    const { reason, onHandChange: onHand, reservedChange: reserved, byUser } = movements;
    expect(
      await db
        .select({ reason, onHand, reserved, order_id: orderLines.orderId, by_user: byUser })
        .from(movements)
        .leftJoin(orderLines, eq(orderLines.id, movements.orderLineId))
        .where(eq(movements.partId, part.id))
        .orderBy(movements.id),
    ).toEqual([
      { reason: "opening", onHand: 100, reserved: 0, order_id: null, by_user: null },
      { reason: "reserve", onHand: 0, reserved: 3, order_id: _id, by_user: vera.user._id },
    ]);
  });

  it("queues the letter in the same transaction", async () => {
    const { shop, vera, part } = await open();
    await holdLetters(shop);
    const { _id } = await placeOrder(vera, part);
    expect(await findWaitingLetters(shop.shop.db)).toContainEqual({
      kind: "order-placed",
      email: vera.email,
      about: _id,
      attempts: 0,
    });
  });

  it("accepts exactly the specified fields, with a token and without a cookie", async () => {
    const { shop, vera, part } = await open();
    const { part: _, key: __, ...order } = orderRequest(vera, part);
    const response = await shop.request("/api/orders", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${await getAccessToken(vera)}`,
      },
      body: JSON.stringify(order),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ part: part.id, quantity: 2 });
  });

  it("chooses among parts of one name by price, then the newest", async () => {
    const { shop, vera, part: older } = await open({ name: "Piston", priceCents: 1_000 });
    const newer = await aStockedPart(shop, { name: "Piston", priceCents: 2_000 });
    const order = async (wanted: Partial<NewOrder>) => {
      const { part: _, key: __, ...sent } = orderRequest(vera, older, wanted);
      return (await post(vera, sent)).body;
    };
    expect(await order({ quantity: 2, totalPrice: 20 })).toMatchObject({ part: older.id });
    expect(await order({ quantity: 3, totalPrice: 60 })).toMatchObject({ part: newer.id });
    expect(await order({ quantity: 3, totalPrice: 1 })).toMatchObject({
      error: { message: expect.stringContaining("$20.00: the total is now $60.00") },
    });
  });

  it("shows in every process at once", async () => {
    const { shop, vera, part } = await open();
    const other = await openShop({ databaseUrl: shop.databaseUrl });
    const seen = async () => (await other.get(`/api/purchase/${part.id}`)).body;
    expect(await seen()).toMatchObject({ availablQuantity: 100 });
    await placeOrder(vera, part, { quantity: 40 });
    expect((await shop.get(`/api/purchase/${part.id}`)).body).toMatchObject({
      availablQuantity: 60,
    });
    await expect.poll(seen).toMatchObject({ availablQuantity: 60 });
  });
});

describe("the same order twice", () => {
  it("is one order per key, also when sent at the same time", async () => {
    const { shop, vera, part } = await open();
    const order = orderRequest(vera, part);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(vera, order)));
    answers.push(await post(vera, order));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => (body as Order)._id)).size).toBe(1);
    expect([await stored(shop), await readStock(shop, part)]).toEqual([1, 98]);
  });

  it("is the same order when the part is sold out or deleted", async () => {
    const { shop, vera, part } = await open({ availablQuantity: 4 });
    const order = orderRequest(vera, part, { quantity: 3 });
    const { body } = await post(vera, order);
    expect(await post(vera, order)).toEqual({ status: 200, body });
    await changePart(shop, part, { deletedAt: new Date() });
    expect(await post(vera, order)).toEqual({ status: 200, body });
  });

  it("returns the order in its present state", async () => {
    const { shop, vera, part } = await open();
    const order = orderRequest(vera, part);
    const { _id } = await placeOrder(vera, part, order);
    await moveOrder(shop.shop.db, { _id }, "paid");
    expect((await post(vera, order)).body).toMatchObject({ _id, paid: true, state: "paid" });
    await moveOrder(shop.shop.db, { _id }, "cancelled");
    expect((await post(vera, order)).body).toMatchObject({ _id, paid: false, state: "cancelled" });
    expect(await stored(shop)).toBe(1);
  });

  it("rejects the key with another content", async () => {
    const world = await open();
    const order = orderRequest(world.vera, world.part);
    await post(world.vera, order);
    for (const change of [
      { quantity: 3, totalPrice: 136.5 },
      { quantity: 3 },
      { totalPrice: 1 },
      { address: "Elsewhere 1" },
      { phone: "1" },
      { name: "Somebody Else" },
      { part: newId() },
      { part: undefined },
      { productName: "Piston" },
    ]) {
      await expectRefused(
        world,
        { ...order, ...change },
        {
          status: 409,
          error: {
            code: "key-reused",
            message: expect.stringContaining("already sent with this key"),
          },
        },
      );
    }
  });

  it("is two orders where two people use the same key", async () => {
    const { shop, vera, part } = await open();
    const omar = await signUp(shop);
    const key = crypto.randomUUID();
    const [hers, his] = [
      await placeOrder(vera, part, { key }),
      await placeOrder(omar, part, { key }),
    ];
    expect(hers._id).not.toBe(his._id);
  });

  it("is one order without a key too, within seconds", async () => {
    const { shop, vera, part } = await open();
    const { key: _, ...order } = orderRequest(vera, part);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(vera, order)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => (body as Order)._id)).size).toBe(1);
    expect(await readStock(shop, part)).toBe(98);
    // It is another order with other content or another key, ...
    await post(vera, { ...order, address: "Elsewhere 1" });
    await placeOrder(vera, part, order);
    expect(await stored(shop)).toBe(3);
    // ... when the first was cancelled, and a while later.
    await moveOrder(shop.shop.db, answers[0]?.body as Order, "cancelled");
    const { body: second } = await post(vera, order);
    expect(await stored(shop)).toBe(4);
    await redateOrder(shop.shop.db, second as Order, timeAgo({ days: 30 }));
    await post(vera, order);
    expect(await stored(shop)).toBe(5);
  });
});

describe("what cannot be ordered", () => {
  it("rejects a quantity outside the bounds", async () => {
    const world = await open({ minimumQuantity: 3, availablQuantity: 12, priceCents: 100 });
    for (const [quantity, message] of [
      [3, "The least you can order is 4. The most is 11."],
      [1, "The least you can order is 4. The most is 11."],
      [2, "The least you can order is 4. The most is 11."],
      [12, "Only 12 are left; the most you can order is 11. The least is 4."],
      [13, "Only 12 are left; the most you can order is 11. The least is 4."],
      [999_999, "Only 12 are left; the most you can order is 11. The least is 4."],
    ] as const) {
      // At the right total, so that only the bounds can be the reason.
      const order = orderRequest(world.vera, world.part, { quantity });
      const error = { code: "conflict", message, fields: { quantity: message } };
      await expectRefused(world, order, { status: 409, error });
    }
  });

  it("rejects every quantity where none fits", async () => {
    const world = await open({ minimumQuantity: 0, availablQuantity: 1 });
    await expectRefused(world, orderRequest(world.vera, world.part, { quantity: 1 }), {
      status: 409,
      error: {
        message:
          "This part cannot be ordered right now: only 1 is available, too few for an order (minimum quantity: 0).",
      },
    });
  });

  it("accepts the smallest and the largest quantity within the bounds", async () => {
    const { shop, vera, part } = await open({ minimumQuantity: 3, availablQuantity: 12 });
    await placeOrder(vera, part, { quantity: 4 });
    await changePart(shop, part, { stock: 12 });
    await placeOrder(vera, part, { quantity: 11 });
    expect(await readStock(shop, part)).toBe(1);
  });

  it("rejects malformed orders", async () => {
    const world = await open();
    for (const [change, field] of [
      [{ quantity: -1 }, "quantity"],
      [{ quantity: 1.5 }, "quantity"],
      [{ quantity: "1e3" }, "quantity"],
      [{ quantity: "2" }, "quantity"],
      [{ quantity: null }, "quantity"],
      [{ quantity: 1_000_000_001 }, "quantity"],
      [{ quantity: 1e308 }, "quantity"],
      [{ totalPrice: 0 }, "totalPrice"],
      [{ totalPrice: -91 }, "totalPrice"],
      [{ totalPrice: 91.001 }, "totalPrice"],
      [{ totalPrice: "91" }, "totalPrice"],
      [{ totalPrice: 10_000_000.01 }, "totalPrice"],
      [{ totalPrice: 1e300 }, "totalPrice"],
      [{ part: "1" }, "part"],
      [{ key: "once" }, "key"],
      [{ name: "" }, "name"],
      [{ name: "A\u0000B" }, "name"],
      [{ phone: "\u0000" }, "phone"],
      [{ address: "\ud800" }, "address"],
      [{ address: "x".repeat(1_001) }, "address"],
      [{ phone: undefined }, "phone"],
      [{ paid: true }, "paid"],
      [{ state: "paid" }, "state"],
    ] as const) {
      const order = { ...orderRequest(world.vera, world.part), ...change };
      const fields = { [field]: expect.any(String) };
      await expectRefused(world, order, { status: 400, error: { code: "invalid", fields } });
    }
  });

  it.each([
    ["more", 999_999, 10_000_000, "A card payment is at most $999,999.99. Please order fewer."],
    ["less", 5, 0.05, "A card payment is at least $0.50. Please order more."],
  ])("comes to %s than a card can pay", async (_, quantity, totalPrice, message) => {
    const world = await open({ availablQuantity: 1_000_000_000, priceCents: 1 });
    await expectRefused(world, orderRequest(world.vera, world.part, { quantity, totalPrice }), {
      status: 409,
      error: { message, fields: { quantity: message } },
    });
  });

  it("rejects a total that does not match the price", async () => {
    const world = await open({ priceCents: 2_000 });
    const order = orderRequest(world.vera, world.part, { quantity: 5 });
    await changePart(world.shop, world.part, { priceCents: 2_150 });
    await expectRefused(world, order, {
      status: 409,
      error: {
        code: "conflict",
        message: "The price has changed to $21.50: the total is now $107.50. Please look again.",
        fields: { totalPrice: "Is $107.50 now" },
      },
    });
  });

  it("rejects a name that does not match the part", async () => {
    const world = await open({ name: "Piston" });
    const order = orderRequest(world.vera, world.part, { productName: "Pistol" });
    await expectRefused(world, order, {
      status: 409,
      error: {
        message: "This part is called Piston now. Please look again.",
        fields: { productName: expect.any(String) },
      },
    });
  });

  it("rejects a deleted part, by id and by name", async () => {
    const world = await open();
    const { part: _, ...byName } = orderRequest(world.vera, world.part);
    await changePart(world.shop, world.part, { deletedAt: new Date() });
    for (const order of [orderRequest(world.vera, world.part), byName]) {
      const { status, body } = await post(world.vera, order);
      expect([status, body]).toMatchObject([404, { error: { code: "not-found" } }]);
    }
    expect(await stored(world.shop)).toBe(0);
  });

  it("rejects another person's email, and visitors", async () => {
    const world = await open();
    const order = orderRequest(world.vera, world.part, { email: "omar@example.com" });
    await expectRefused(world, order, { status: 403, error: { code: "not-allowed" } });
    const { status } = await world.shop.send("POST", "/api/orders", order);
    expect(status).toBe(401);
  });
});
