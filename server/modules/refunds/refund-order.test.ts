// Parts of a payment that an admin gives back.

import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Order, OrderEvent } from "#contract/orders.ts";
import type { Refund } from "#contract/refunds.ts";
import { orderTag } from "#contract/tags.ts";
import { orderLines } from "#server/modules/orders/tables.ts";
import { payments } from "#server/modules/payments/tables.ts";
import { recordLetters } from "#tests/builders/letter.ts";
import { changePayments, listRefunds } from "#tests/builders/payment.ts";
import { listDifferences } from "#tests/expect-reconciled.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { cards } from "#tests/open-card-provider.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  type PayingShop,
  readNetCharge,
  readOrderRecords,
  runDueJobs,
  totalCentsOf,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { createStripeClient } from "#tests/stripe-client.ts";
import { findWebhookBody, sendWebhook, signWebhook } from "#tests/webhooks.ts";

async function openWithPaidOrder({ card = cards.good, quantity = 2 } = {}) {
  const shop = await openPayingShop({ webhooks: "hold", stock: 100 });
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const ordered = await orderFirstPart(shop, buyer, { quantity });
  const secret = await createClientSecret(buyer, ordered);
  expect((await shop.cards.pay(secret, card)).body.status).toBe("succeeded");
  expect((await confirmPayment(buyer, ordered, intentIdOf(secret))).status).toBe(200);
  const paid: Order = { ...ordered, transactionId: intentIdOf(secret) };
  return { shop, buyer, admin, paid };
}

type RefundInput = {
  amount?: number;
  lines?: { line: string; quantity: number }[];
  key?: string;
  reason?: string;
  note?: string;
};

const refund = (who: SignedIn, { _id }: Pick<Order, "_id">, input: RefundInput) =>
  who.send("POST", `/api/orders/${_id}/refunds`, {
    key: crypto.randomUUID(),
    reason: "goodwill",
    note: "",
    ...input,
  });

const tooLarge = {
  status: 409,
  body: { error: expect.objectContaining({ code: "refund-too-large" }) },
};

async function readPayment({ shop }: PayingShop, { _id }: Order) {
  const [row] = await shop.db.select().from(payments).where(eq(payments.orderId, _id));
  return { captured: row?.capturedCents ?? 0, refunding: row?.refundingCents ?? 0 };
}

const readStatuses = async ({ shop }: PayingShop, { _id }: Order) =>
  (await listRefunds(shop.db, _id)).map(({ status }) => status);

describe("partial refunds", () => {
  it("give the whole back in three, and close the order with the last", async () => {
    const { shop, admin, paid } = await openWithPaidOrder({ quantity: 3 });
    const lettersAbout = await recordLetters(shop);
    const total = totalCentsOf(paid);
    const third = Math.round(total / 3);
    for (const cents of [third, third]) {
      const { status, body } = await refund(admin, paid, {
        amount: cents / 100,
        note: "Scratched",
      });
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ order: paid._id, amount: cents / 100, state: "succeeded" }),
      ]);
    }
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "paid" });
    expect(await listDifferences(shop.shop)).toEqual([]);
    const rest = total - 2 * third;
    expect((await refund(admin, paid, { amount: rest / 100 })).status).toBe(200);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunded" });
    expect(readNetCharge(shop, paid)).toBe(0);
    expect(await readPayment(shop, paid)).toEqual({ captured: total, refunding: total });
    expect(await lettersAbout(paid._id)).toEqual(Array(3).fill("order-refunded"));
    expect(await listDifferences(shop.shop)).toEqual([]);
    const { body } = await admin.get(`/api/orders/${paid._id}/history`);
    const notes = (body as OrderEvent[]).flatMap(({ what, note }) =>
      what === "refund-wanted" ? [note] : [],
    );
    const by = `Goodwill, by an admin, ${admin.email}`;
    expect(notes).toEqual([`${by}: Scratched`, `${by}: Scratched`, by]);
  });

  it("are never more than was captured", async () => {
    const { shop, admin, paid } = await openWithPaidOrder();
    const total = totalCentsOf(paid);
    expect(await refund(admin, paid, { amount: (total + 1) / 100 })).toEqual(tooLarge);
    expect((await refund(admin, paid, { amount: (total - 1) / 100 })).status).toBe(200);
    expect(await refund(admin, paid, { amount: 0.02 })).toEqual(tooLarge);
    expect(await readPayment(shop, paid)).toEqual({ captured: total, refunding: total - 1 });
    expect((await refund(admin, paid, { amount: 0.01 })).status).toBe(200);
  });

  it("of two admins at once are together at most what was captured", async () => {
    const { shop, admin, paid } = await openWithPaidOrder();
    const total = totalCentsOf(paid);
    const other = await signUpAdmin(shop);
    const amount = Math.ceil(total * 0.6) / 100;
    const answers = await Promise.all(
      [admin, other, admin, other].map((who) => refund(who, paid, { amount })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(readNetCharge(shop, paid)).toBe(total - Math.ceil(total * 0.6));
  });

  it("by reading the sum before writing would promise too much: the known-bad variant", async () => {
    const { shop, paid } = await openWithPaidOrder();
    const { db } = shop.shop;
    const amount = Math.ceil(totalCentsOf(paid) * 0.6);
    const left = async () => {
      const { captured, refunding } = await readPayment(shop, paid);
      return captured - refunding;
    };
    const seen = await Promise.all([left(), left()]);
    expect(seen.map((cents) => cents >= amount)).toEqual([true, true]);
    const promise = () =>
      changePayments(db, paid, { refundingCents: sql`refunding_cents + ${amount}` });
    // Where code forgets the condition, the constraint refuses.
    const outcomes = await Promise.allSettled([promise(), promise()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("sent twice under one key are one refund", async () => {
    const { shop, buyer, admin, paid } = await openWithPaidOrder();
    const input = { key: crypto.randomUUID(), amount: 1 };
    const answers = await Promise.all([1, 2, 3].map(() => refund(admin, paid, input)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => (body as Refund)._id)).size).toBe(1);
    expect(await readStatuses(shop, paid)).toEqual(["succeeded"]);
    expect(await refund(admin, paid, { ...input, amount: 2 })).toMatchObject({ status: 409 });
    expect(await refund(buyer, paid, { amount: 1 })).toMatchObject({ status: 403 });
    const [entry] = (await admin.get("/api/audit")).body as { action: string; after: unknown }[];
    expect(entry).toMatchObject({ action: "refund-part", after: { amount: 1 } });
  });

  it("need an order that is paid", async () => {
    const { shop, buyer, admin } = await openWithPaidOrder();
    const unpaid = await orderFirstPart(shop, buyer);
    expect(await refund(admin, unpaid, { amount: 1 })).toMatchObject({ status: 409 });
    expect(await refund(admin, { _id: crypto.randomUUID() }, { amount: 1 })).toMatchObject({
      status: 404,
    });
  });
});

describe("pieces of a line", () => {
  async function openWithLine() {
    const opened = await openWithPaidOrder({ quantity: 3 });
    const { orderId } = orderLines;
    const readLines = () =>
      opened.shop.shop.db.select().from(orderLines).where(eq(orderId, opened.paid._id));
    const line = (await readLines())[0]?.id ?? "";
    const readRefunded = async () => (await readLines())[0]?.refundedCents;
    return { ...opened, line, readRefunded };
  }

  it("come to the whole in any steps, and are never more than were bought", async () => {
    const { shop, admin, paid, line, readRefunded } = await openWithLine();
    expect(await refund(admin, paid, { lines: [{ line, quantity: 4 }] })).toEqual(tooLarge);
    const first = await refund(admin, paid, { lines: [{ line, quantity: 1 }], reason: "return" });
    const cents = Math.round(totalCentsOf(paid) / 3);
    const lines = [{ line, quantity: 1, amount: cents / 100 }];
    expect(first).toMatchObject({ status: 200, body: { amount: cents / 100, lines } });
    expect(await readRefunded()).toBe(cents);
    expect(await refund(admin, paid, { lines: [{ line, quantity: 3 }] })).toEqual(tooLarge);
    const twice = [1, 1].map((quantity) => ({ line, quantity }));
    expect((await refund(admin, paid, { lines: twice })).status).toBe(200);
    expect(await readRefunded()).toBe(totalCentsOf(paid));
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunded" });
  });

  it("cannot be refunded where their money went back as an amount", async () => {
    const { admin, paid, line, readRefunded } = await openWithLine();
    expect((await refund(admin, paid, { amount: 1 })).status).toBe(200);
    expect(await refund(admin, paid, { lines: [{ line, quantity: 3 }] })).toEqual(tooLarge);
    // Of the amount only, as the payment says.
    expect(await readRefunded()).toBe(100);
    const both = { amount: 1, lines: [{ line, quantity: 1 }] };
    expect((await refund(admin, paid, both)).status).toBe(400);
    const other = [{ line: crypto.randomUUID(), quantity: 1 }];
    expect((await refund(admin, paid, { lines: other })).status).toBe(409);
    // Without either: all that is left.
    const rest = (totalCentsOf(paid) - 100) / 100;
    expect((await refund(admin, paid, {})).body).toMatchObject({ amount: rest });
  });
});

describe("deleting an order that was refunded in part", () => {
  it("refunds the rest", async () => {
    const { shop, buyer, admin, paid } = await openWithPaidOrder();
    expect((await refund(admin, paid, { amount: 1 })).status).toBe(200);
    expect((await buyer.send("DELETE", `/api/orders/${paid._id}`)).status).toBe(200);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunded" });
    const amounts = shop.cards.refunds().map(({ amount }) => amount);
    expect(amounts).toEqual([totalCentsOf(paid) - 100, 100]);
    expect(await listDifferences(shop.shop)).toEqual([]);
  });

  it("waits for the part that is still on its way", async () => {
    const { shop, buyer, admin, paid } = await openWithPaidOrder({ card: cards.refundsLate });
    await shop.shop.events.catchUp();
    const told = new Set<string>();
    shop.shop.events.onEvents((events = []) => {
      for (const { tags } of events) for (const tag of tags) told.add(tag);
    });
    expect((await refund(admin, paid, { amount: 1 })).body).toMatchObject({ state: "asked" });
    await shop.shop.events.catchUp();
    expect(told).toContain(orderTag(paid._id));
    expect((await buyer.send("DELETE", `/api/orders/${paid._id}`)).status).toBe(200);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunding" });
    shop.cards.finishRefunds();
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunded" });
    expect(readNetCharge(shop, paid)).toBe(0);
  });
});

describe("a partial refund", () => {
  it("is made beside one in the dashboard, as far as money is left", async () => {
    const { shop, admin, paid } = await openWithPaidOrder();
    const stripe = createStripeClient(shop.cards);
    await stripe.refunds.create({ payment_intent: `${paid.transactionId}`, amount: 300 });
    // The provider's times are whole seconds: one of the same second counts as made for this refund.
    const second = () => Math.floor(Date.now() / 1_000);
    const made = second();
    await expect.poll(second).toBeGreaterThan(made + 1);
    expect((await refund(admin, paid, { amount: 1 })).body).toMatchObject({ state: "succeeded" });
    expect(shop.cards.refunds().map(({ amount }) => amount)).toEqual([100, 300]);
    expect(await listDifferences(shop.shop)).toMatchObject([{ kind: "refunded-there-only" }]);
  });

  it("that the bank sends back is made again, and a repeated webhook changes nothing", async () => {
    expectWarning(/refused refund/);
    const { shop, admin, paid } = await openWithPaidOrder({ card: cards.sendsRefundsBack });
    expect((await refund(admin, paid, { amount: 1 })).body).toMatchObject({ state: "succeeded" });
    expect((await refund(admin, paid, { amount: 2 })).body).toMatchObject({ state: "succeeded" });
    const [, first] = shop.cards.refunds();
    shop.cards.finishRefunds();
    const body = findWebhookBody(shop, first?.id ?? "", "refund.failed");
    const signature = signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET);
    for (let time = 0; time < 2; time++) {
      expect(await sendWebhook(shop, { body, signature })).toBe(200);
      await runDueJobs(shop);
    }
    const attempts = shop.cards.refunds().map(({ amount, status }) => [amount, status]);
    expect(attempts).toEqual([
      [100, "succeeded"],
      [200, "failed"],
      [100, "failed"],
    ]);
    expect(await readStatuses(shop, paid)).toEqual(["succeeded", "succeeded"]);
  });

  it("that fails for good is not counted any more", async () => {
    expectWarning(/refused refund/);
    const { shop, admin, paid } = await openWithPaidOrder({ card: cards.disputed });
    const { body } = await refund(admin, paid, { amount: 1 });
    expect(body).toMatchObject({ state: "wanted" });
    expect(await readPayment(shop, paid)).toMatchObject({ refunding: 100 });
    await runDueJobs(shop);
    await runDueJobs(shop);
    expect(await readStatuses(shop, paid)).toEqual(["failed"]);
    expect(await readPayment(shop, paid)).toMatchObject({ refunding: 0 });
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "paid" });
    expect(await listDifferences(shop.shop)).toEqual([]);
    const whole = totalCentsOf(paid) / 100;
    expect((await refund(admin, paid, { amount: whole })).status).toBe(200);
  });

  it("is asked for under the same key after the process died before the answer", async () => {
    expectWarning(/cannot be reached/);
    const { shop, admin, paid } = await openWithPaidOrder();
    shop.cards.faults({ reset: 2, path: "POST /v1/refunds" });
    expect((await refund(admin, paid, { amount: 1 })).body).toMatchObject({ state: "asked" });
    await runDueJobs(shop);
    expect(await readStatuses(shop, paid)).toEqual(["succeeded"]);
    expect(shop.cards.refunds()).toHaveLength(1);
  });
});
