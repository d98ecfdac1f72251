// The provider away, slow or cut off, at each step of a payment: the customer is never told that it
// failed when it may not have, and in the end the books agree.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { addOrders } from "#tests/builders/order.ts";
import { addPayment, changePayments } from "#tests/builders/payment.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openShop } from "#tests/open-shop.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  readNetCharge,
  readOrderRecords,
  runDueJobs,
  totalCentsOf,
} from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";

async function open() {
  expectWarning(/The card provider cannot be reached/);
  const shop = await openPayingShop({ webhooks: "hold" });
  const buyer = await signUp(shop);
  const ordered = await orderFirstPart(shop, buyer);
  const ask = () => {
    const body = { order: ordered._id, price: ordered.totalPrice };
    return buyer.send("POST", "/api/create-payment-intent", body);
  };
  return { shop, buyer, ordered, ask };
}

const unavailable = (message: RegExp) => ({
  status: 503,
  body: { error: { code: "unavailable", message: expect.stringMatching(message) } },
});

describe("while the provider is down", () => {
  it.each([true, "refuse"] as const)("nothing is charged, and a retry works (%s)", async (down) => {
    const { shop, buyer, ordered, ask } = await open();
    shop.cards.faults({ down });
    expect(await ask()).toEqual(unavailable(/Nothing was charged/));
    await orderFirstPart(shop, buyer);
    shop.cards.faults({ clear: true });
    await shop.cards.pay(await createClientSecret(buyer, ordered));
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "paid" });
    expect(shop.cards.intents()).toHaveLength(1);
  });

  it("does not say that nothing was charged to someone who may have paid", async () => {
    const { shop, buyer, ordered, ask } = await open();
    await shop.cards.pay(await createClientSecret(buyer, ordered));
    shop.cards.faults({ down: true });
    expect(await ask()).toEqual(unavailable(/If you have paid, please do not pay again/));
    shop.cards.faults({ clear: true });
    expect(await ask()).toMatchObject({ status: 409 });
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "paid" });
  });

  it("concurrent requests get the same intent from a slow provider, without an outage", async () => {
    const { shop, ask } = await open();
    shop.cards.faults({ slowMs: 1_000, path: "POST /v1/payment_intents$" });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(shop.cards.intents()).toHaveLength(1);
  });

  it("reports a successful payment as being confirmed", async () => {
    const { shop, buyer, ordered } = await open();
    const secret = await createClientSecret(buyer, ordered);
    await shop.cards.pay(secret);
    shop.cards.faults({ down: true });
    const told = await confirmPayment(buyer, ordered, intentIdOf(secret));
    expect(told).toEqual(unavailable(/being confirmed. Please do not pay again/));
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "unpaid" });
    shop.cards.faults({ clear: true });
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({
      state: "paid",
      transaction: intentIdOf(secret),
    });
  });
});

describe("a lost response", () => {
  it.each(["failAfterActing", "reset"] as const)(
    "is requested again at once (%s)",
    async (fault) => {
      const { shop, buyer, ordered } = await open();
      shop.cards.faults({ [fault]: 1, path: "POST /v1/payment_intents$" });
      await createClientSecret(buyer, ordered);
      expect(shop.cards.intents()).toHaveLength(1);
    },
  );

  it.each(["failAfterActing", "reset"] as const)(
    "leaves one payment at the provider, found by its key (%s)",
    async (fault) => {
      const { shop, buyer, ordered, ask } = await open();
      shop.cards.faults({ [fault]: 2, path: "POST /v1/payment_intents$" });
      expect(await ask()).toEqual(unavailable(/try again in a moment/));
      expect(shop.cards.intents()).toHaveLength(1);
      expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ payments: ["creating"] });
      await runDueJobs(shop);
      expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ payments: ["open"] });
      const secret = await createClientSecret(buyer, ordered);
      await shop.cards.pay(secret);
      expect((await confirmPayment(buyer, ordered, intentIdOf(secret))).status).toBe(200);
      expect(shop.cards.intents()).toHaveLength(1);
    },
  );

  it("that repeats for its key ends that payment", async () => {
    const { shop, buyer, ordered, ask } = await open();
    shop.cards.faults({ failForGood: 1, path: "POST /v1/payment_intents$" });
    expect((await ask()).status).toBe(503);
    expect((await ask()).status).toBe(503);
    await changePayments(shop.shop.db, ordered, { createdAt: timeAgo({ minutes: 3 }) });
    expect((await ask()).status).toBe(503);
    const secret = await createClientSecret(buyer, ordered);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ payments: ["dead", "open"] });
    await shop.cards.pay(secret);
    await runDueJobs(shop);
    expect(readNetCharge(shop, ordered)).toBe(totalCentsOf(ordered));
  });

  it("for one payment does not block others", async () => {
    const { shop, buyer } = await open();
    // More than a batch, each stuck for as long as its key is.
    for (const _id of await addOrders(shop, Array(10).fill({ user: buyer.user })))
      await addPayment(shop.shop.db, { _id }, { state: "creating" });
    const others = await Promise.all(Array.from({ length: 25 }, () => orderFirstPart(shop, buyer)));
    for (const other of others) await shop.cards.pay(await createClientSecret(buyer, other));
    shop.cards.faults({ failForGood: 10, path: "POST /v1/payment_intents$" });
    await runDueJobs(shop);
    expect(await shop.shop.db.$count(orders, eq(orders.state, "paid"))).toBe(25);
  });

  it("after a process ended is recovered by another", async () => {
    const { shop, ordered } = await open();
    // The state after a process ended between its two writes.
    await addPayment(shop.shop.db, ordered, {
      state: "creating",
      amountCents: totalCentsOf(ordered),
    });
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ payments: ["open"] });
    expect(shop.cards.intents()).toHaveLength(1);
  });
});

describe("a payment that the provider does not know", () => {
  it("is logged, and replaced when the customer pays", async () => {
    expectWarning(/refused to show pi_of_another_account/);
    const { shop, buyer, ordered } = await open();
    const lost = await createClientSecret(buyer, ordered);
    await changePayments(shop.shop.db, ordered, { intentId: "pi_of_another_account" });
    const secret = await createClientSecret(buyer, ordered);
    expect(secret).not.toBe(lost);
    await shop.cards.pay(secret);
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({
      state: "paid",
      payments: ["dead", "succeeded"],
    });
  });
});

describe("a shop without a card provider", () => {
  it("places and cancels orders, and rejects payments", async () => {
    const shop = await openShop({ parts: [aPart({ minimumQuantity: 0 })] });
    const buyer = await signUp(shop);
    const ordered = await orderFirstPart(shop, buyer);
    const body = { order: ordered._id, price: ordered.totalPrice };
    const notSetUp = unavailable(/not set up/);
    expect(await buyer.send("POST", "/api/create-payment-intent", body)).toEqual(notSetUp);
    expect(await buyer.get("/api/card-provider")).toEqual(notSetUp);
    expect((await buyer.send("POST", "/api/webhooks/card-provider", {})).status).toBe(503);
    expect(await buyer.send("DELETE", `/api/orders/${ordered._id}`)).toEqual({
      status: 200,
      body: { deletedCount: 1 },
    });
  });
});
