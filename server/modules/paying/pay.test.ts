// Paying as the payment page does, compared with the records of the provider.

import { describe, expect, it } from "vitest";
import { recordLetters } from "#tests/builders/letter.ts";
import { changeOrder } from "#tests/builders/order.ts";
import { withoutTriggers } from "#tests/builders/table.ts";
import { cards } from "#tests/open-card-provider.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderAndPay,
  orderFirstPart,
  readNetCharge,
  readOrderRecords,
  totalCentsOf,
} from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";

/** Without webhooks, so that the calls alone are tested. */
async function open() {
  const shop = await openPayingShop({ webhooks: "hold" });
  return { shop, buyer: await signUp(shop) };
}

const refusal = (code: string, message: unknown = expect.any(String), more = {}) => ({
  error: { code, message, ...more },
});

describe("paying", () => {
  it("marks the order paid once, when the provider confirms", async () => {
    const { shop, buyer } = await open();
    const lettersAbout = await recordLetters(shop);
    const paid = await orderAndPay(shop, buyer);
    expect(paid).toMatchObject({ paid: true, state: "paid", transactionId: /^pi_/ });
    expect(readNetCharge(shop, paid)).toBe(totalCentsOf(paid));
    const again = await confirmPayment(buyer, paid, paid.transactionId ?? "");
    expect(again).toEqual({ status: 200, body: paid });
    expect(await lettersAbout(paid._id)).toEqual(["order-placed", "order-paid"]);
    expect(await readOrderRecords(shop, paid._id)).toEqual({
      state: "paid",
      transaction: paid.transactionId,
      payments: ["succeeded"],
      refunds: [],
      movements: ["reserve 2"],
    });
  });

  it("does not believe the browser", async () => {
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    const secret = await createClientSecret(buyer, ordered);
    const { status, body } = await confirmPayment(buyer, ordered, intentIdOf(secret));
    expect([status, body]).toEqual([409, refusal("conflict", expect.stringMatching(/try again/))]);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "unpaid" });
  });

  it("continues with the same payment after a declined card", async () => {
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    const secret = await createClientSecret(buyer, ordered);
    expect((await shop.cards.pay(secret, cards.declined)).body.error?.code).toBe("card_declined");
    expect((await confirmPayment(buyer, ordered, intentIdOf(secret))).status).toBe(409);
    expect(await createClientSecret(buyer, ordered)).toBe(secret);
    await shop.cards.pay(secret);
    expect((await confirmPayment(buyer, ordered, intentIdOf(secret))).status).toBe(200);
    expect(readNetCharge(shop, ordered)).toBe(totalCentsOf(ordered));
  });

  it("waits for the bank's authentication", async () => {
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    const secret = await createClientSecret(buyer, ordered);
    expect((await shop.cards.pay(secret, cards.asksFirst)).body.status).toBe("requires_action");
    expect((await confirmPayment(buyer, ordered, intentIdOf(secret))).status).toBe(409);
    await shop.cards.authenticate(secret);
    expect((await confirmPayment(buyer, ordered, intentIdOf(secret))).status).toBe(200);
  });

  it("creates one intent for many requests and tabs", async () => {
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    const secrets = await Promise.all(
      Array.from({ length: 10 }, () => createClientSecret(buyer, ordered)),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(shop.cards.intents()).toHaveLength(1);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ payments: ["open"] });
  });

  it("finds the order by its total when no order id is sent", async () => {
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    const { totalPrice: price } = ordered;
    const ask = (price: number) => buyer.send("POST", "/api/create-payment-intent", { price });
    expect((await ask(price)).body).toMatchObject({
      clientSecret: await createClientSecret(buyer, ordered),
    });
    expect((await ask(price + 1)).status).toBe(404);
    // Newer ones that cannot be paid by card now.
    for (const state of [
      { paymentState: "account", transactionId: "account-1", dueOn: "2030-01-31" },
      { paymentState: "processing" },
    ]) {
      await changeOrder(shop.shop.db, await orderFirstPart(shop, buyer), state);
      expect((await ask(price)).body).toMatchObject({
        clientSecret: await createClientSecret(buyer, ordered),
      });
    }
  });

  it("rejects paying a paid order", async () => {
    const { shop, buyer } = await open();
    const paid = await orderAndPay(shop, buyer);
    const body = { order: paid._id, price: paid.totalPrice };
    expect(await buyer.send("POST", "/api/create-payment-intent", body)).toEqual({
      status: 409,
      body: refusal("conflict", "This order is paid already."),
    });
  });

  it("recognizes a payment when the page opens again", async () => {
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    await shop.cards.pay(await createClientSecret(buyer, ordered));
    const body = { order: ordered._id, price: ordered.totalPrice };
    expect(await buyer.send("POST", "/api/create-payment-intent", body)).toEqual({
      status: 409,
      body: refusal("conflict", "This order is paid already."),
    });
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "paid" });
  });
});

describe("the page that takes the card", () => {
  it("gets the provider's script and public key, and no secret", async () => {
    const { shop, buyer } = await open();
    const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_SCRIPT_URL: script } = shop.cards.env;
    expect(await buyer.get("/api/card-provider")).toEqual({
      status: 200,
      body: { publishableKey, script },
    });
    const { headers } = await shop.request("/login");
    const policy = headers.get("content-security-policy") ?? "";
    const origin = new URL(script).origin;
    expect(policy).toContain(`script-src 'self' 'sha256-`);
    for (const kind of ["script-src", "frame-src", "connect-src"]) {
      expect(policy).toMatch(new RegExp(`${kind} [^;]*${origin}`));
    }
    expect((await shop.get("/api/card-provider")).status).toBe(401);
  });
});

describe("what does not fit", () => {
  it("rejects another price, another person's order, another order's payment, no payment", async () => {
    const { shop, buyer } = await open();
    const other = await signUp(shop);
    const ordered = await orderFirstPart(shop, buyer);
    const cheap = await orderFirstPart(shop, buyer, { quantity: 1 });
    const secret = await createClientSecret(buyer, cheap);
    await shop.cards.pay(secret);
    const ask = (who: typeof buyer, price: number) =>
      who.send("POST", "/api/create-payment-intent", { order: ordered._id, price });
    expect(await ask(buyer, 0.5)).toMatchObject({
      status: 409,
      body: refusal("conflict", /total/, { fields: { price: /total/ } }),
    });
    expect(await ask(other, ordered.totalPrice)).toMatchObject({ status: 404 });
    const missing = { _id: crypto.randomUUID(), totalPrice: 1 };
    const foreign = await confirmPayment(other, ordered, intentIdOf(secret));
    expect(foreign).toEqual(await confirmPayment(other, missing, intentIdOf(secret)));
    expect(foreign.status).toBe(404);
    for (const [price, transaction] of [
      [ordered.totalPrice, intentIdOf(secret)],
      [ordered.totalPrice, "pi_nothing"],
      [cheap.totalPrice, intentIdOf(secret)],
    ] as const) {
      const told = await confirmPayment(
        buyer,
        { _id: ordered._id, totalPrice: price },
        transaction,
      );
      expect(told.status).toBe(409);
    }
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({
      state: "unpaid",
      payments: [],
    });
    expect((await confirmPayment(buyer, cheap, intentIdOf(secret))).status).toBe(200);
  });

  it("rejects a PATCH whose body names another order", async () => {
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    const body = { order: crypto.randomUUID(), price: ordered.totalPrice, transactionId: "pi_1" };
    const { status } = await buyer.send("PATCH", `/api/orders/${ordered._id}`, body);
    expect(status).toBe(400);
  });

  it("rejects a total that the provider refuses", async () => {
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    const total = 20 * ordered.quantity;
    await withoutTriggers(shop.shop.db, (tx) =>
      changeOrder(tx, ordered, { priceCents: 20, goodsCents: total, totalCents: total }),
    );
    const body = { order: ordered._id, price: 0.2 * ordered.quantity };
    expect(await buyer.send("POST", "/api/create-payment-intent", body)).toEqual({
      status: 409,
      body: refusal("conflict", "This total is too small to be paid by card."),
    });
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ payments: ["dead"] });
  });
});
