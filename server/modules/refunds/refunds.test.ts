// Money that is to go back: refused, sent back by the bank, given back by hand, answered wrongly. In
// the end the customer has it once.
import { describe, expect, it, vi } from "vitest";
import { recordLetters } from "#tests/builders/letter.ts";
import { addWholeRefund, changeRefunds } from "#tests/builders/payment.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { cards } from "#tests/open-card-provider.ts";
import { readOrderRecords, runDueJobs, totalCentsOf } from "#tests/paying-shop.ts";
import {
  back,
  byHand,
  cancel,
  cancelled,
  historyOf,
  noteOf,
  openRefunds,
  paidBy,
  refunded,
  rowOf,
} from "#tests/refunds.ts";
import { findWebhookBody, sendWebhook, signWebhook } from "#tests/webhooks.ts";

describe("a refund that fails at the bank", () => {
  it("is requested again under another key", async () => {
    expectWarning(/refused refund/);
    const { shop, buyer } = await openRefunds();
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
    const { shop, buyer } = await openRefunds();
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
    const { shop, buyer } = await openRefunds();
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
    const { shop, buyer, admin } = await openRefunds();
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
    const { shop, buyer } = await openRefunds();
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
    const { shop, buyer } = await openRefunds();
    const paid = await paidBy(shop, buyer, cards.good);
    await byHand(shop, paid, 100);
    await byHand(shop, paid, 50);
    await cancel(buyer, paid);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
    const amounts = shop.cards.refunds().map(({ amount }) => amount);
    expect(amounts).toEqual([totalCentsOf(paid) - 150, 50, 100]);
  });

  it("completes the refund where the sum is reached", async () => {
    const { shop, buyer } = await openRefunds();
    const paid = await paidBy(shop, buyer, cards.good);
    await byHand(shop, paid, 100);
    const { id } = await byHand(shop, paid, totalCentsOf(paid) - 100);
    await cancel(buyer, paid);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(refunded);
    expect(await rowOf(shop, paid)).toMatchObject({ refund_id: id });
  });

  it("waits while it is pending", async () => {
    const { shop, buyer } = await openRefunds();
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
    const { shop, buyer } = await openRefunds();
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
    const { shop, buyer } = await openRefunds();
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
    const { shop, buyer } = await openRefunds();
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
    const { shop, buyer } = await openRefunds();
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

describe("a customer who gets money back", () => {
  it.each(["second", "mismatch", "late"])("gets a letter: %s", async (reason) => {
    const { shop, buyer } = await openRefunds();
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
