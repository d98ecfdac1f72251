// What changes between the last look at a checkout and its order.

import { beforeAll, describe, expect, it } from "vitest";
import type { Basket } from "#contract/baskets.ts";
import type { Checkout } from "#contract/checkout.ts";
import type { Order } from "#contract/orders.ts";
import { putParts, setUpDelivery } from "#tests/basket-order.ts";
import { anAddress } from "#tests/builders/address.ts";
import { countBlocked, whileLocked } from "#tests/builders/lock.ts";
import { changePart } from "#tests/builders/part.ts";
import { ageSignInCodes } from "#tests/builders/session.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { aStockedPart, readStock } from "#tests/orders.ts";
import { findSignInCode } from "#tests/outbox.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  type PayingShop,
  readNetCharge,
  sharePayingShop,
  totalCentsOf,
} from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin, type Visitor } from "#tests/people.ts";
import { findWebhookBody, sendWebhook, signWebhook } from "#tests/webhooks.ts";

const share = sharePayingShop({ webhooks: "hold" });

beforeAll(async () => setUpDelivery(await signUpAdmin(await share())));

const address = anAddress();

async function quoteFor(buyer: Visitor): Promise<number> {
  const { status, body } = await buyer.send("PATCH", "/api/checkout", { address });
  expect(status).toBe(200);
  return (body as Checkout).quote.total;
}

const place = (buyer: Visitor, expectedTotal: number, key: string = crypto.randomUUID()) =>
  buyer.send("POST", "/api/checkout/place", { key, expectedTotal });

async function openWithBasket() {
  const shop = await share();
  const buyer = await signUp(shop);
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 5_000 });
  const pads = await aStockedPart(shop, { name: "Pads", priceCents: 2_000 });
  await putParts(buyer, [disc, 2], [pads, 3]);
  return { shop, buyer, disc, pads, total: await quoteFor(buyer) };
}

describe("a part that ends before the order is placed", () => {
  const noLongerSold = "This part is no longer sold.";
  const soldOut = "Out of stock. It is no longer made, so it is not part of your order.";

  it.each([
    ["that is deleted", { deletedAt: new Date() }, noLongerSold],
    ["that is hidden", { hidden: true }, noLongerSold],
    ["that is no longer made, and of which nothing is left", { life: "ended", stock: 0 }, soldOut],
  ] as const)(
    "%s is named, and the rest is ordered once its total is confirmed",
    async (_, changes, why) => {
      const { shop, buyer, disc, pads, total } = await openWithBasket();
      await changePart(shop, { id: disc.id }, changes);
      const message = `Disc: ${why} The total is $65.90 now. Please look again.`;
      expect(await place(buyer, total)).toMatchObject({
        status: 409,
        body: { error: { message, present: { quote: { total: 65.9, pieces: 3 } } } },
      });
      expect(await readStock(shop, pads)).toBe(100);
      const placed = await place(buyer, 65.9);
      expect(placed).toMatchObject({ status: 200, body: { productName: "Pads", quantity: 3 } });
      // It stays where its customer sees what became of it.
      expect((await buyer.get("/api/basket")).body).toMatchObject({
        lines: [{ name: "Disc", quantity: 0, note: why }],
      });
      await expectStockBalanced(shop.shop.db);
    },
  );

  it("that is no longer made is ordered as long as there is enough of it", async () => {
    const { shop, buyer, disc, total } = await openWithBasket();
    await changePart(shop, { id: disc.id }, { life: "ended" });
    expect(await place(buyer, total)).toMatchObject({ status: 200, body: { totalPrice: total } });
    expect(await readStock(shop, disc)).toBe(98);
  });

  it("is named where it was the only one", async () => {
    const { shop, buyer, disc, pads, total } = await openWithBasket();
    for (const { id } of [disc, pads]) await changePart(shop, { id }, { hidden: true });
    const message = `Disc: ${noLongerSold} Pads: ${noLongerSold} There is nothing in your basket that can be ordered.`;
    expect(await place(buyer, total)).toMatchObject({
      status: 409,
      body: { error: { message, present: { quote: { pieces: 0 } } } },
    });
    expect((await buyer.get(`/api/orders?email=${buyer.email}`)).body).toEqual([]);
  });
});

it("terms that change meanwhile are named, and hold only for who orders under them", async () => {
  const { shop, buyer, disc, total } = await openWithBasket();
  const admin = await signUpAdmin(shop);
  const { legal = {} } = (await buyer.get("/api/checkout")).body as Checkout;
  const version = legal.terms ?? 0;
  await admin.send("PUT", "/api/legal/terms", { version, text: "# Other terms" });
  await admin.send("PUT", "/api/legal/imprint", { version: 0, text: "# Who we are" });
  const order = (sent: object) =>
    buyer.send("POST", "/api/checkout/place", {
      key: crypto.randomUUID(),
      expectedTotal: total,
      legal: sent,
    });
  const refused = await order(legal);
  const present = { ...legal, terms: version + 1, imprint: 1 };
  const message = "Terms of sale: another version is in force now. Please look again.";
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { message, present: { legal: present } } },
  });
  expect(await readStock(shop, disc)).toBe(100);
  expect(await order(present)).toMatchObject({ status: 200, body: { legal: present } });
});

describe("an order that is another than was shown, for the same total,", () => {
  async function openShown() {
    const opened = await openWithBasket();
    const { shop, buyer, pads, total } = opened;
    const twin = await aStockedPart(shop, { name: "Twin", priceCents: 5_000 });
    const { fingerprint } = (await buyer.get("/api/checkout")).body as Checkout;
    const order = (sent: string) =>
      buyer.send("POST", "/api/checkout/place", {
        key: crypto.randomUUID(),
        expectedTotal: total,
        fingerprint: sent,
      });
    async function expectRefused(): Promise<Checkout> {
      const { status, body } = await order(fingerprint);
      const message =
        "Your order was changed meanwhile, perhaps in another tab. Please look again.";
      expect([status, body]).toMatchObject([409, { error: { message } }]);
      expect((await buyer.get(`/api/orders?email=${buyer.email}`)).body).toEqual([]);
      expect(await readStock(shop, pads)).toBe(100);
      return (body as { error: { present: Checkout } }).error.present;
    }
    return { ...opened, twin, order, fingerprint, expectRefused };
  }

  it("of another part, is ordered once that is shown", async () => {
    const { buyer, disc, twin, order, expectRefused } = await openShown();
    await putParts(buyer, [twin, 2]);
    await buyer.send("DELETE", `/api/basket/lines/${disc.id}`);
    const present = await expectRefused();
    expect(present.quote.lines.map(({ name }) => name).sort()).toEqual(["Pads", "Twin"]);
    expect(await order(present.fingerprint)).toMatchObject({ status: 200 });
  });

  it("to another address, is ordered once that is shown", async () => {
    const { buyer, order, expectRefused } = await openShown();
    await buyer.send("PATCH", "/api/checkout", { address: { ...address, street: "Hafen 1" } });
    const present = await expectRefused();
    expect(present.address?.street).toBe("Hafen 1");
    expect(await order(present.fingerprint)).toMatchObject({ status: 200 });
  });

  it("is as shown after what does not matter has changed", async () => {
    const { buyer, shop, disc, twin, order, fingerprint } = await openShown();
    await changePart(shop, { id: disc.id }, { stock: 90 });
    await buyer.send("PUT", "/api/basket/lines", {
      lines: [{ part: twin.id, quantity: 1, saved: true }],
    });
    expect(await order(fingerprint)).toMatchObject({ status: 200 });
  });
});

it("a code that expired a second ago signs nobody in, and a new one leads on with the basket", async () => {
  const shop = await share();
  const visitor = openVisitor(shop);
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 5_000 });
  await putParts(visitor, [disc, 2]);
  const email = `guest.${crypto.randomUUID()}@example.com`;
  const ask = () => visitor.send("POST", "/api/identity/sign-in/code", { email });
  const enter = (code: string) =>
    visitor.send("POST", "/api/identity/sign-in/code/enter", { code });
  expect((await ask()).status).toBe(200);
  const code = await findSignInCode(shop, email);
  await ageSignInCodes(shop);
  expect(await enter(code)).toMatchObject({
    status: 400,
    body: {
      error: {
        message: "This code is no longer valid. Please ask for a new one.",
        fields: { code: "Is no longer valid" },
      },
    },
  });
  expect((await visitor.get("/api/identity/session")).body).toEqual({ user: null });
  expect((await place(visitor, 100)).status).toBe(401);
  expect((await visitor.get("/api/basket")).body).toMatchObject({ lines: [{ quantity: 2 }] });
  await ask();
  const renewed = await findSignInCode(shop, email, 2);
  // The earlier one stays what it was.
  if (renewed !== code) expect((await enter(code)).status).toBe(400);
  expect(await enter(renewed)).toMatchObject({ status: 200, body: { user: { email } } });
  expect((await visitor.get("/api/checkout")).body).toMatchObject({ quote: { pieces: 2 } });
  expect(await place(visitor, await quoteFor(visitor))).toMatchObject({
    status: 200,
    body: { email, quantity: 2 },
  });
  expect((await visitor.get("/api/basket")).body as Basket).toMatchObject({ lines: [] });
});

describe("a webhook of the card provider during the last step", () => {
  const tell = (shop: PayingShop, intent: string) => {
    const body = findWebhookBody(shop, intent, "payment_intent.succeeded");
    const signature = signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET);
    return sendWebhook(shop, { body, signature });
  };
  const stateOf = async (buyer: SignedIn, { _id }: Order) =>
    ((await buyer.get(`/api/orders/${_id}`)).body as Order).state;
  const payThere = async (shop: PayingShop, buyer: SignedIn, order: Order) => {
    const secret = await createClientSecret(buyer, order);
    await shop.cards.pay(secret);
    return intentIdOf(secret);
  };

  it("that comes before the order is stored pays the earlier order it is of, and no other", async () => {
    const { shop, buyer, disc, pads, total } = await openWithBasket();
    const { db } = shop.shop;
    const earlier = (await place(buyer, total)).body as Order;
    const intent = await payThere(shop, buyer, earlier);
    await putParts(buyer, [disc, 2], [pads, 3]);
    await quoteFor(buyer);
    // Stock and basket are locked, and the order is written, but nobody sees it yet: the webhook waits.
    const [placing, telling] = await whileLocked(db, "basket_lines in share mode", async () => {
      const placing = place(buyer, total);
      await expect.poll(() => countBlocked(db, "basket_lines")).toBe(1);
      const telling = tell(shop, intent);
      await expect.poll(() => countBlocked(db)).toBe(2);
      return [placing, telling];
    });
    const [placed, status] = await Promise.all([placing, telling]);
    expect(status).toBe(200);
    expect(placed).toMatchObject({ status: 200, body: { state: "unpaid", totalPrice: total } });
    const order = placed.body as Order;
    expect(order._id).not.toBe(earlier._id);
    expect([await stateOf(buyer, earlier), await stateOf(buyer, order)]).toEqual([
      "paid",
      "unpaid",
    ]);
    expect(readNetCharge(shop, earlier)).toBe(totalCentsOf(earlier));
    expect(await readStock(shop, disc)).toBe(96);
    await expectStockBalanced(db);
    await expectReconciled(shop);
  });

  it("that comes just after it is stored pays it once, whatever the browser still sends", async () => {
    const { shop, buyer, total } = await openWithBasket();
    const key = crypto.randomUUID();
    const order = (await place(buyer, total, key)).body as Order;
    const intent = await payThere(shop, buyer, order);
    // The browser has not had the answer of its order, or of its payment.
    const [told, again, confirmed] = await Promise.all([
      tell(shop, intent),
      place(buyer, total, key),
      confirmPayment(buyer, order, intent),
    ]);
    expect([told, again.status, confirmed.status]).toEqual([200, 200, 200]);
    expect(again.body).toMatchObject({ _id: order._id });
    expect(confirmed.body).toMatchObject({ _id: order._id, state: "paid" });
    expect((await place(buyer, total, key)).body).toMatchObject({ _id: order._id, state: "paid" });
    const asked = { order: order._id, price: order.totalPrice };
    expect(await buyer.send("POST", "/api/create-payment-intent", asked)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("paid") } },
    });
    expect(readNetCharge(shop, order)).toBe(totalCentsOf(order));
    expect((await buyer.get(`/api/orders?email=${buyer.email}`)).body).toHaveLength(1);
    await expectStockBalanced(shop.shop.db);
    await expectReconciled(shop);
  });
});
