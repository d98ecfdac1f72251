// Money that is to go back: refused, sent back by the bank, given back by hand, answered wrongly. In
// the end the customer has it once.
import { describe, expect, it, vi } from "vitest";
import type { OrderPage } from "#contract/order-page.ts";
import type { Order, OrderEvent } from "#contract/orders.ts";
import { recordLetters } from "#tests/builders/letter.ts";
import { addWholeRefund, changeRefunds, listRefunds } from "#tests/builders/payment.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { cards } from "#tests/open-card-provider.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  type PayingShop,
  readOrderRecords,
  runDueJobs,
  totalCentsOf,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { createStripeClient } from "#tests/stripe-client.ts";
import { findWebhookBody, sendWebhook, signWebhook } from "#tests/webhooks.ts";

async function open({ webhooks = "hold" as "hold" | "deliver" } = {}) {
  const shop = await openPayingShop({ webhooks, stock: 100 });
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  return { shop, buyer, admin };
}

async function paidBy(shop: PayingShop, buyer: SignedIn, card: string): Promise<Order> {
  const ordered = await orderFirstPart(shop, buyer);
  const secret = await createClientSecret(buyer, ordered);
  expect((await shop.cards.pay(secret, card)).body.status).toBe("succeeded");
  expect((await confirmPayment(buyer, ordered, intentIdOf(secret))).status).toBe(200);
  return { ...ordered, transactionId: intentIdOf(secret) };
}

async function cancelled(shop: PayingShop, buyer: SignedIn, card = cards.good): Promise<Order> {
  const paid = await paidBy(shop, buyer, card);
  await cancel(buyer, paid);
  return paid;
}

async function cancel(who: SignedIn, { _id }: Order) {
  expect((await who.send("DELETE", `/api/orders/${_id}`)).status).toBe(200);
}

/** The refunds of the order at the provider. */
const back = ({ cards: there }: PayingShop, { transactionId }: Order) =>
  there
    .refunds()
    .filter(({ payment_intent: intent, status }) => intent === transactionId && status !== "failed")
    .reduce((sum, { amount }) => sum + amount, 0);

async function rowOf({ shop }: PayingShop, { _id }: Order) {
  const [row] = await listRefunds(shop.db, _id);
  return (
    row && {
      ...{ state: row.status, attempt: row.attempt, declines: row.declines },
      ...{ refund_id: row.refundId, last_error: row.lastError, asked_at: row.askedAt },
      pause: Math.round((row.nextTryAt.getTime() - Date.now()) / 1_000),
    }
  );
}

const refunded = {
  state: "refunded",
  refunds: ["cancelled succeeded"],
  movements: ["reserve 2", "release -2"],
};
const settledByHand = { ...refunded, refunds: ["cancelled elsewhere"] };
const byHand = ({ cards: there }: PayingShop, { transactionId = "" }: Order, amount: number) =>
  createStripeClient(there).refunds.create({ payment_intent: transactionId, amount });

const historyOf = async (admin: SignedIn, { _id }: Order) =>
  (await admin.get(`/api/orders/${_id}/history`)).body as OrderEvent[];
const noteOf = (events: OrderEvent[], what: OrderEvent["what"]) =>
  events.find((event) => event.what === what)?.note;

describe("a refund that fails at the bank", () => {
  it("is requested again under another key", async () => {
    expectWarning(/refused refund/);
    const { shop, buyer } = await open();
    const paid = await cancelled(shop, buyer, cards.refundsLate);
    expect(await rowOf(shop, paid)).toMatchObject({ state: "asked", declines: 0 });
    shop.cards.finishRefunds("failed");
    await runDueJobs(shop);
    expect(await rowOf(shop, paid)).toMatchObject({ refund_id: null, declines: 1, attempt: 2 });
    expect(back(shop, paid)).toBe(0);
    await runDueJobs(shop);
    shop.cards.finishRefunds();
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
    expect(back(shop, paid)).toBe(totalCentsOf(paid));
    expect(shop.cards.refunds().map(({ metadata }) => metadata?.attempt)).toEqual(["2", "1"]);
  });

  it("is not requested after a refund in the dashboard", async () => {
    const { shop, buyer } = await open();
    const paid = await cancelled(shop, buyer, cards.refundsLate);
    shop.cards.finishRefunds("failed");
    const { id } = await byHand(shop, paid, totalCentsOf(paid));
    shop.cards.finishRefunds();
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
    expect(await rowOf(shop, paid)).toMatchObject({ refund_id: id });
    expect(shop.cards.refunds()).toHaveLength(2);
  });

  it("is requested at growing intervals", async () => {
    expectWarning(/refused refund/);
    const { shop, buyer } = await open();
    const paid = await cancelled(shop, buyer, cards.refundsLate);
    const pauses: number[] = [];
    for (let no = 0; no < 4; no++) {
      shop.cards.finishRefunds("failed");
      await runDueJobs(shop);
      pauses.push(Number((await rowOf(shop, paid))?.pause));
      await runDueJobs(shop);
    }
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
    expect(pauses.at(-1)).toBeGreaterThan(4 * Math.max(1, pauses[0] ?? 0) - 1);
  });

  it("is requested again when it fails days later, and returns the stock once", async () => {
    expectWarning(/refused refund/);
    const { shop, buyer, admin } = await open();
    const lettersAbout = await recordLetters(shop);
    const paid = await cancelled(shop, buyer, cards.sendsRefundsBack);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
    shop.cards.finishRefunds();
    const [failed] = shop.cards.refunds();
    const body = findWebhookBody(shop, failed?.id ?? "", "refund.failed");
    const tell = () =>
      sendWebhook(shop, {
        body,
        signature: signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET),
      });
    expect(await tell()).toBe(200);
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
    expect(await rowOf(shop, paid)).toMatchObject({ attempt: 2, declines: 1 });
    expect(back(shop, paid)).toBe(totalCentsOf(paid));
    // The same event again changes nothing.
    expect(await tell()).toBe(200);
    await runDueJobs(shop);
    expect(shop.cards.refunds()).toHaveLength(2);
    const letters = await lettersAbout(paid._id);
    expect(letters.filter((kind) => kind === "order-cancelled")).toHaveLength(1);
    expect(letters.filter((kind) => kind === "order-refunded")).toHaveLength(2);
    expect(noteOf(await historyOf(admin, paid), "refunded")).toBeUndefined();
  });

  it("asks for the event again while the provider is down", async () => {
    expectWarning(/cannot be reached/);
    const { shop, buyer } = await open();
    const paid = await cancelled(shop, buyer, cards.sendsRefundsBack);
    shop.cards.finishRefunds();
    const body = findWebhookBody(shop, shop.cards.refunds()[0]?.id ?? "", "refund.updated");
    const tell = () =>
      sendWebhook(shop, {
        body,
        signature: signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET),
      });
    shop.cards.faults({ down: true });
    expect(await tell()).toBe(503);
    expect(await rowOf(shop, paid)).toMatchObject({ state: "succeeded" });
    shop.cards.faults({ clear: true, webhooks: "hold" });
    expect(await tell()).toBe(200);
    await expect.poll(() => rowOf(shop, paid)).toMatchObject({ state: "succeeded", attempt: 2 });
  });
});

describe("a partial refund in the dashboard", () => {
  it("is completed, and not exceeded", async () => {
    const { shop, buyer } = await open();
    const paid = await paidBy(shop, buyer, cards.good);
    await byHand(shop, paid, 100);
    await byHand(shop, paid, 50);
    await cancel(buyer, paid);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
    const amounts = shop.cards.refunds().map(({ amount }) => amount);
    expect(amounts).toEqual([totalCentsOf(paid) - 150, 50, 100]);
  });

  it("completes the refund where the sum is reached", async () => {
    const { shop, buyer } = await open();
    const paid = await paidBy(shop, buyer, cards.good);
    await byHand(shop, paid, 100);
    const { id } = await byHand(shop, paid, totalCentsOf(paid) - 100);
    await cancel(buyer, paid);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
    expect(await rowOf(shop, paid)).toMatchObject({ refund_id: id });
  });

  it("waits while it is pending", async () => {
    const { shop, buyer } = await open();
    const paid = await paidBy(shop, buyer, cards.refundsLate);
    await byHand(shop, paid, 100);
    await cancel(buyer, paid);
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunding" });
    expect(shop.cards.refunds()).toHaveLength(2);
    shop.cards.finishRefunds();
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
  });
});

describe("an idempotency key", () => {
  it("is not used again after a failure", async () => {
    expectWarning(/cannot be reached/);
    const { shop, buyer } = await open();
    const { provider } = shop.shop;
    if (!provider) throw new Error("There is no card provider");
    const paid = await paidBy(shop, buyer, cards.good);
    const asked = vi.spyOn(provider, "refund");
    shop.cards.faults({ failBefore: 2, path: "POST /v1/refunds" });
    await cancel(buyer, paid);
    expect(await rowOf(shop, paid)).toMatchObject({ attempt: 2, declines: 0, asked_at: null });
    await runDueJobs(shop);
    expect(asked.mock.calls.map(([{ attempt }]) => attempt)).toEqual([1, 2]);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
  });

  it("is used again after a lost response, until the attempt counts as lost", async () => {
    expectWarning(/cannot be reached/);
    const { shop, buyer } = await open();
    const { provider } = shop.shop;
    if (!provider) throw new Error("There is no card provider");
    const paid = await paidBy(shop, buyer, cards.good);
    const asked = vi.spyOn(provider, "refund");
    shop.cards.faults({ down: "refuse", path: "POST /v1/refunds" });
    await cancel(buyer, paid);
    await runDueJobs(shop);
    await changeRefunds(shop.shop.db, paid, { askedAt: timeAgo({ seconds: 122 }) });
    await runDueJobs(shop);
    await runDueJobs(shop);
    expect(asked.mock.calls.map(([{ attempt }]) => attempt)).toEqual([1, 1, 2, 2]);
    shop.cards.faults({ clear: true, webhooks: "hold" });
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
    expect(back(shop, paid)).toBe(totalCentsOf(paid));
  });

  it("may return a success that failed since", async () => {
    expectWarning(/cannot be reached|refused refund/);
    const { shop, buyer } = await open();
    const { provider } = shop.shop;
    if (!provider) throw new Error("There is no card provider");
    const paid = await paidBy(shop, buyer, cards.sendsRefundsBack);
    // It makes the refund, and both responses are lost.
    shop.cards.faults({ reset: 2, path: "POST /v1/refunds" });
    await cancel(buyer, paid);
    expect(back(shop, paid)).toBe(totalCentsOf(paid));
    shop.cards.finishRefunds();
    // Its list is stale.
    vi.spyOn(provider, "listRefunds").mockReturnValueOnce((async function* () {})());
    await runDueJobs(shop);
    expect(await rowOf(shop, paid)).toMatchObject({ state: "wanted", attempt: 2, declines: 1 });
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
    expect(back(shop, paid)).toBe(totalCentsOf(paid));
  });
});

describe("two processes at one refund", () => {
  it("do not undo each other's work when one is slow", async () => {
    expectWarning(/cannot be reached/);
    const { shop, buyer } = await open();
    const paid = await paidBy(shop, buyer, cards.good);
    const { provider, db } = shop.shop;
    if (!provider) throw new Error("There is no card provider");
    const { listRefunds } = provider;
    const asked = vi.spyOn(provider, "refund");
    vi.spyOn(provider, "listRefunds").mockImplementationOnce(async function* (of) {
      // The lease expired, and another process has it.
      await changeRefunds(db, paid, { tries: 7, lastError: "Said by another" });
      yield* listRefunds(of);
    });
    await cancel(buyer, paid);
    expect(asked).not.toHaveBeenCalled();
    const row = await rowOf(shop, paid);
    expect(row?.last_error).toBe("Said by another");
    expect(row?.pause).toBeGreaterThan(100);
  });
});

describe("a refund that the provider keeps refusing", () => {
  const settle = (who: SignedIn, { _id }: Order, note = "By bank transfer, 21 November") =>
    who.send("POST", `/api/orders/${_id}/settled-elsewhere`, { note });
  const conflict = (message: RegExp) => ({
    status: 409,
    body: { error: { code: "conflict", message: expect.stringMatching(message) } },
  });

  it("can be marked as refunded manually by an admin after three declines", async () => {
    expectWarning(/refused refund/);
    const { shop, buyer, admin } = await open();
    const lettersAbout = await recordLetters(shop);
    const paid = await cancelled(shop, buyer, cards.disputed);
    expect(await settle(admin, paid)).toEqual(conflict(/keeps retrying/));
    expect(noteOf(await historyOf(admin, paid), "refund-wanted")).not.toMatch(/declines to refund/);
    await runDueJobs(shop);
    await runDueJobs(shop);
    expect(noteOf(await historyOf(admin, paid), "refund-wanted")).toMatch(
      /cancelled\. The card provider declines to refund it; tried 3 times: .*charged back/,
    );
    expect((await settle(buyer, paid)).status).toBe(403);
    expect((await settle(admin, paid, " ")).status).toBe(400);
    expect((await settle(admin, { ...paid, _id: crypto.randomUUID() })).status).toBe(404);
    const answers = await Promise.all([1, 2, 3].map(() => settle(admin, paid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ state: "refunded" });
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(settledByHand);
    expect(noteOf(await historyOf(admin, paid), "refunded")).toBe(
      `Refunded manually by an admin, ${admin.email}: By bank transfer, 21 November`,
    );
    expect(await lettersAbout(paid._id)).not.toContain("order-refunded");
    expect(back(shop, paid)).toBe(0);
  });

  it("can be settled at once while disputed, but not during an attempt", async () => {
    expectWarning(/refused refund|cannot be reached/);
    const { shop, buyer, admin } = await open();
    const paid = await paidBy(shop, buyer, cards.disputed);
    await tellDispute(shop, paid, "needs_response");
    shop.cards.faults({ down: "refuse", path: "POST /v1/refunds" });
    await cancel(buyer, paid);
    expect(await settle(admin, paid)).toEqual(conflict(/not known yet/));
    shop.cards.faults({ clear: true, webhooks: "hold" });
    await runDueJobs(shop);
    expect((await settle(admin, paid)).status).toBe(200);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(settledByHand);
  });

  it("cannot be settled while it is pending, nor for a paid order", async () => {
    const { shop, buyer, admin } = await open();
    const late = await cancelled(shop, buyer, cards.refundsLate);
    expect(await settle(admin, late)).toEqual(conflict(/bank is processing it/));
    const paid = await paidBy(shop, buyer, cards.good);
    expect(await settle(admin, paid)).toEqual(conflict(/it is paid/));
  });
});

async function tellDispute(
  shop: PayingShop,
  { transactionId }: Order,
  status: string,
  { ended = false, at = 1_790_000_000 } = {},
) {
  const object = {
    id: "du_1",
    object: "dispute",
    payment_intent: transactionId,
    status,
    created: at,
  };
  const type = `charge.dispute.${ended ? "closed" : "created"}`;
  const body = JSON.stringify({ id: "evt_1", object: "event", type, data: { object } });
  const signature = signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET);
  expect(await sendWebhook(shop, { body, signature })).toBe(200);
}

describe("a dispute", () => {
  it("is stored with the payment, and does not reopen by an old event", async () => {
    const { shop, buyer, admin } = await open();
    const paid = await paidBy(shop, buyer, cards.good);
    const noted = async () => noteOf(await historyOf(admin, paid), "paid");
    expect(await noted()).toBeUndefined();
    const shown = async () =>
      ((await buyer.get(`/api/orders/${paid._id}/page`)).body as OrderPage).steps.map(
        ({ what }) => what,
      );
    expect(await shown()).not.toContain("disputed");
    await tellDispute(shop, paid, "needs_response");
    expect(await shown()).toContain("disputed");
    expect(await noted()).toMatch(/asked for it back on 2026-09-21: answer the dispute/);
    await tellDispute(shop, paid, "lost", { ended: true });
    await tellDispute(shop, paid, "needs_response");
    expect(await noted()).toMatch(/that dispute is over: lost/);
    expect(await shown()).toContain("dispute-ended");
    await tellDispute(shop, paid, "under_review", { at: 1_790_000_001 });
    expect(await noted()).toMatch(/\(under_review\)/);
    await tellDispute(shop, { ...paid, transactionId: "pi_nobodys" }, "lost");
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "paid", refunds: [] });
  });
});

describe("a customer who gets money back", () => {
  it.each(["second", "mismatch", "late"])("gets a letter: %s", async (reason) => {
    const { shop, buyer } = await open();
    const lettersAbout = await recordLetters(shop);
    const paid = await paidBy(shop, buyer, cards.good);
    await addWholeRefund(shop.shop.db, paid, reason);
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({
      refunds: [`${reason} succeeded`],
    });
    expect(await lettersAbout(paid._id)).toContain("order-refunded");
  });
});
