// Parcels over HTTP: what is in them, what becomes of stock and order, and what is refused.
import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Shipment } from "#contract/shipments.ts";
import { placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { aStockedPart, placeOrder, readStock } from "#tests/orders.ts";
import { readLetters, tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import {
  createClientSecret,
  intentIdOf,
  orderAndPay,
  sharePayingShop,
} from "#tests/paying-shop.ts";
import { openVisitor, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import { asked } from "#tests/returns.ts";
import { edit, newKey, openWithPaidBasket, readPage, ship } from "#tests/shipments.ts";
import { findWebhookBody, sendWebhook, signWebhook } from "#tests/webhooks.ts";

const share = sharePayingShop();

describe("an order in two parcels", () => {
  it("counts its pieces, leaves the stock, and can no longer be cancelled", async () => {
    const { shop, buyer, admin, disc, order, lineOf } = await openWithPaidBasket(share);
    const before = await readStock(shop, disc);
    const tracked = {
      carrier: "Nordbud",
      tracking: "7003 4410",
      trackingUrl: "https://n.example/7",
    };
    const lines = [{ line: lineOf("Disc"), quantity: 3 }];
    const first = await ship(admin, order, { lines, ...tracked });
    expect([first.status, first.body]).toMatchObject([
      200,
      { parcel: 1, state: "shipped", lines, ...tracked },
    ]);
    expect(await readPage(buyer, order)).toMatchObject({
      order: {
        fulfilment: "partly_shipped",
        lines: [{ shipped: 3 }, { shipped: 0 }, {}],
      },
      parcels: [{ parcel: 1, tracking: "7003 4410" }],
      steps: [{ what: "shipped", parcel: 1 }, { what: "packed" }, { what: "paid" }, {}],
    });
    expect(await buyer.send("DELETE", `/api/orders/${order._id}`)).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "shipped",
          message:
            "Part of this order is on its way, so it can no longer be cancelled. You can return it.",
        },
      },
    });
    const again = await ship(admin, order, { lines: [{ line: lineOf("Disc"), quantity: 2 }] });
    expect([again.status, again.body]).toMatchObject([
      409,
      {
        error: {
          code: "already-shipped",
          message: "Only 1 of Disc can still be shipped. The others are in parcel 1 already.",
        },
      },
    ]);
    const second = await ship(admin, order);
    expect(second.body).toMatchObject({ parcel: 2 });
    expect((second.body as Shipment).lines.map(({ quantity }) => quantity).sort()).toEqual([1, 3]);
    expect((await ship(admin, order)).body).toMatchObject({
      error: { message: "All of this order is in parcel 1 and 2 already." },
    });
    expect((await readPage(buyer, order)).order.fulfilment).toBe("shipped");
    for (const { body } of [first, second])
      expect((await edit(admin, body as Shipment, { state: "delivered" })).status).toBe(200);
    expect((await readPage(buyer, order)).order.fulfilment).toBe("delivered");
    expect(await edit(admin, first.body as Shipment, { state: "void" })).toMatchObject({
      body: { error: { message: "Parcel 1 is delivered, so it cannot be void." } },
    });
    // What was reserved has gone; what others can order is the same.
    expect(await readStock(shop, disc)).toBe(before);
    await expectStockBalanced(shop.shop.db);
    await expectReconciled(shop);
  });

  it("that is packed only can be taken apart, and is not sent once the order is cancelled", async () => {
    const { buyer, admin, order, lineOf } = await openWithPaidBasket(share);
    const lines = [{ line: lineOf("Pads"), quantity: 3 }];
    const packed = (await ship(admin, order, { lines, isPacked: true })).body as Shipment;
    expect(packed).toMatchObject({ state: "packed" });
    expect((await readPage(buyer, order)).order.fulfilment).toBe("packed");
    expect((await ship(admin, order, { lines })).status).toBe(409);
    expect((await edit(admin, packed, { state: "void" })).body).toMatchObject({ state: "void" });
    expect((await readPage(buyer, order)).order.fulfilment).toBe("none");
    const other = (await ship(admin, order, { lines, isPacked: true })).body as Shipment;
    expect((await buyer.send("DELETE", `/api/orders/${order._id}`)).status).toBe(200);
    expect(await edit(admin, other, { state: "shipped" })).toMatchObject({
      status: 409,
      body: { error: { code: "not-paid" } },
    });
    expect(await readPage(buyer, order)).toMatchObject({
      order: { fulfilment: "none" },
      parcels: [{ state: "void" }, { state: "void" }],
    });
  });
});

describe("two who ship the same", () => {
  it("get one parcel, and one clear answer", async () => {
    const { shop, admin, order } = await openWithPaidBasket(share);
    const other = await signUpAdmin(shop);
    const answers = await Promise.all([admin, other, admin, other].map((who) => ship(who, order)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    for (const { status, body } of answers)
      if (status === 409) expect(body).toMatchObject({ error: { code: "already-shipped" } });
    await expectReconciled(shop);
  });

  it("by the same request get the same parcel", async () => {
    const { admin, order } = await openWithPaidBasket(share);
    const body = { key: newKey() };
    const answers = await Promise.all([1, 2, 3].map(() => ship(admin, order, body)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it("while its customer cancels: the order is shipped or cancelled, never both", async () => {
    for (let round = 0; round < 4; round++) {
      const { shop, buyer, admin, order } = await openWithPaidBasket(share);
      const [shipped, cancelled] = await Promise.all([
        ship(admin, order),
        buyer.send("DELETE", `/api/orders/${order._id}`),
      ]);
      expect([shipped.status, cancelled.status].sort()).toEqual([200, 409]);
      await expectStockBalanced(shop.shop.db);
    }
  });
});

describe("a webhook of the payment", () => {
  it("that arrives while the order is shipped and sent back changes nothing twice", async () => {
    for (let round = 0; round < 2; round++) {
      const { shop, buyer, admin, disc, order, lineOf } = await openWithPaidBasket(share);
      const before = await readStock(shop, disc);
      const body = findWebhookBody(shop, order.transactionId ?? "", "payment_intent.succeeded");
      const deliver = () =>
        sendWebhook(shop, {
          body,
          signature: signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET),
        });
      const [shipped, ...told] = await Promise.all([ship(admin, order), deliver(), deliver()]);
      expect([shipped.status, ...told]).toEqual([200, 200, 200]);
      const lines = [{ line: lineOf("Disc"), quantity: 2 }];
      const [, toldAgain] = await Promise.all([asked(buyer, order, lines), deliver()]);
      expect(toldAgain).toBe(200);
      expect(await readPage(buyer, order)).toMatchObject({
        order: { payment: "paid", fulfilment: "shipped" },
        parcels: [{ parcel: 1, state: "shipped" }],
      });
      expect(await readStock(shop, disc)).toBe(before);
      await expectStockBalanced(shop.shop.db);
      await expectReconciled(shop);
    }
  });

  it("that pays the order while it is shipped: the order is paid, and shipped at most once", async () => {
    const shop = await share();
    shop.cards.faults({ clear: true, webhooks: "hold" });
    const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
    await setUpDelivery(admin);
    const disc = await aStockedPart(shop, { name: "Disc", priceCents: 4_999 });
    for (let round = 0; round < 3; round++) {
      const order = await placeBasket(buyer, [[disc, 2]]);
      const secret = await createClientSecret(buyer, order);
      expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");
      const body = findWebhookBody(shop, intentIdOf(secret), "payment_intent.succeeded");
      const signature = signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET);
      const [told, shipped] = await Promise.all([
        sendWebhook(shop, { body, signature }),
        ship(admin, order),
      ]);
      expect(told).toBe(200);
      const isShipped = shipped.status === 200;
      if (!isShipped) expect(shipped.body).toMatchObject({ error: { code: "not-paid" } });
      expect((await ship(admin, order)).status).toBe(isShipped ? 409 : 200);
      expect(await readPage(buyer, order)).toMatchObject({
        order: { payment: "paid", fulfilment: "shipped" },
        parcels: [{ parcel: 1 }],
      });
      await expectStockBalanced(shop.shop.db);
      await expectReconciled(shop);
    }
  });
});

describe("many orders", () => {
  it("are shipped at once; what cannot be is left out and named", async () => {
    const shop = await share();
    const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
    const paid = [];
    for (let at = 0; at < 3; at++) paid.push(await orderAndPay(shop, buyer));
    await ship(admin, paid[2] as Order, { isPacked: true });
    const unpaid = await placeOrder(buyer, await aStockedPart(shop));
    const body = {
      key: newKey(),
      carrier: "Nordbud",
      orders: [...paid.map(({ _id }) => _id), unpaid._id, newKey()],
    };
    const preview = async () =>
      (await admin.send("POST", "/api/shipments/preview", { orders: body.orders })).body;
    const unpaidIsLeft = {
      order: unpaid._id,
      number: unpaid.number,
      problem: "This order is not paid yet, so nothing of it can be shipped.",
    };
    expect(await preview()).toMatchObject({
      ready: paid.map(({ _id, number }) => ({ order: _id, number })),
      pieces: 6,
      left: [unpaidIsLeft, { problem: "There is no such order." }],
    });
    const first = await admin.send("POST", "/api/shipments", body);
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        shipped: paid.map(({ _id }) => ({ order: _id, state: "shipped" })),
        left: [
          {
            order: unpaid._id,
            problem: "This order is not paid yet, so nothing of it can be shipped.",
          },
          { problem: "There is no such order." },
        ],
      },
    ]);
    const again = (await admin.send("POST", "/api/shipments", body)).body;
    expect(again).toEqual(first.body);
    expect(await preview()).toMatchObject({
      ready: [],
      left: [{ problem: "All of this order is in parcel 1 already." }, {}, {}, unpaidIsLeft, {}],
    });
    const toShip = (await admin.get("/api/allOrders?state=to-ship")).body as Order[];
    expect(toShip.filter(({ email }) => email === buyer.email)).toEqual([]);
    await expectReconciled(shop);
  });
});

describe("bad shipments", () => {
  it("are refused with a reason, and store nothing", async () => {
    const { buyer, admin, order, lineOf } = await openWithPaidBasket(share);
    const lineOfDelivery = order.lines.find(({ kind }) => kind === "delivery")?._id;
    for (const [body, status] of [
      [{ lines: [] }, 400],
      [{ lines: [{ line: lineOf("Disc"), quantity: 0 }] }, 400],
      [{ lines: [{ line: lineOf("Disc"), quantity: 1.5 }] }, 400],
      [{ lines: [{ line: lineOf("Disc"), quantity: 1e12 }] }, 400],
      [{ trackingUrl: "javascript:alert(1)" }, 400],
      [{ lines: [{ line: newKey(), quantity: 1 }] }, 409],
      [{ lines: [{ line: lineOfDelivery, quantity: 1 }] }, 409],
      [{ lines: [1, 2, 3].map(() => ({ line: lineOf("Disc"), quantity: 2 })) }, 409],
    ] as const) {
      expect([body, (await ship(admin, order, body)).status]).toEqual([body, status]);
    }
    expect((await ship(buyer, order)).status).toBe(403);
    expect((await readPage(admin, order)).parcels).toEqual([]);
  });
});

describe("the letter of a parcel", () => {
  it("that is not all of the order names the parcel, also when it is sent again", async () => {
    const { shop, buyer, admin, order, lineOf } = await openWithPaidBasket(share);
    await verifyEmail(shop, buyer);
    await ship(admin, order, { lines: [{ line: lineOf("Disc"), quantity: 4 }] });
    await ship(admin, order);
    await waitUntilLettersSent(shop);
    const again = { kind: "order-shipped" };
    const resent = await admin.send("POST", `/api/orders/${order._id}/letters`, again);
    expect(resent.status).toBe(200);
    await waitUntilLettersSent(shop);
    const isOfParcel = (letter: string) =>
      letter.includes(buyer.email) && letter.includes("is on its way");
    const letters = (await readLetters(shop)).filter(isOfParcel);
    expect(letters.map((letter) => /^Subject: Parcel (\d)/m.exec(letter)?.[1]).sort()).toEqual([
      "1",
      "1",
      "2",
      "2",
    ]);
    for (const letter of letters) expect(letter).not.toContain("everything that you ordered");
  });

  it("has a link that shows the order to whoever has it, and nothing else of the person", async () => {
    const { shop, buyer, admin, order } = await openWithPaidBasket(share);
    await verifyEmail(shop, buyer);
    await waitUntilLettersSent(shop);
    await ship(admin, order, { tracking: "7003 4410 22" });
    await waitUntilLettersSent(shop);
    const letter = await waitForLetter(shop, 3, { email: buyer.email });
    expect(letter).toContain(`Subject: Your order ${order.number} is on its way`);
    expect(letter).toContain("Tracking: 7003 4410 22");
    const token = tokenOfLetter(letter);
    const visitor = openVisitor(shop);
    const read = (token: string) => visitor.send("POST", "/api/order-links/read", { token });
    expect(await read(token)).toMatchObject({ status: 200, body: { order: { _id: order._id } } });
    expect(await read([...token].reverse().join(""))).toMatchObject({ status: 404 });
    expect((await visitor.get(`/api/orders/${order.number}/page`)).status).toBe(401);
    const stranger = await signUp(shop);
    expect((await stranger.get(`/api/orders/${order.number}/page`)).status).toBe(404);
  });
});
