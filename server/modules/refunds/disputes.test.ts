import { describe, expect, it } from "vitest";
import type { OrderPage } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { recordLetters } from "#tests/builders/letter.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import { changeRefunds } from "#tests/builders/payment.ts";
import { timeFromNow } from "#tests/builders/time.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { cards } from "#tests/open-card-provider.ts";
import { type PayingShop, readOrderRecords, runDueJobs } from "#tests/paying-shop.ts";
import type { SignedIn } from "#tests/people.ts";
import {
  back,
  cancel,
  cancelled,
  historyOf,
  noteOf,
  openRefunds,
  paidBy,
  settledByHand,
} from "#tests/refunds.ts";
import { sendWebhook, signWebhook } from "#tests/webhooks.ts";

describe("a refund that the provider keeps refusing", () => {
  const settle = (who: SignedIn, { _id }: Order, note = "By bank transfer, 21 November") =>
    who.send("POST", `/api/orders/${_id}/settled-elsewhere`, { note });
  const conflict = (message: RegExp) => ({
    status: 409,
    body: { error: { code: "conflict", message: expect.stringMatching(message) } },
  });

  it("can be marked as refunded manually by an admin after three declines", async () => {
    expectWarning(/refused refund/);
    const { shop, buyer, admin } = await openRefunds();
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
    const { shop, buyer, admin } = await openRefunds();
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

  it("waits for an attempt that begins, and cannot be settled during it", async () => {
    expectWarning(/refused refund/);
    const { shop, buyer, admin } = await openRefunds();
    const paid = await cancelled(shop, buyer, cards.disputed);
    await runDueJobs(shop);
    await runDueJobs(shop);
    const { db } = shop.shop;
    const settling = await inTransaction(db, async (tx) => {
      await changeRefunds(tx, paid, { askedAt: new Date() });
      let isAnswered = false;
      const sent = settle(admin, paid).finally(() => {
        isAnswered = true;
      });
      await expect.poll(async () => isAnswered || (await countBlocked(db)) > 0).toBe(true);
      return { sent };
    });
    expect(await settling.sent).toEqual(conflict(/not known yet/));
  });

  it("can be settled for pieces that the customer cancelled, and the order stays paid", async () => {
    expectWarning(/refused refund/);
    const { shop, buyer, admin } = await openRefunds();
    const paid = await paidBy(shop, buyer, cards.disputed);
    const body = { key: crypto.randomUUID(), lines: [{ line: paid.lines[0]?._id, quantity: 1 }] };
    const path = `/api/orders/${paid._id}/cancellations`;
    expect(await buyer.send("POST", path, body)).toMatchObject({ status: 200 });
    expect(await settle(admin, paid)).toEqual(conflict(/keeps retrying/));
    await runDueJobs(shop);
    await runDueJobs(shop);
    expect(await settle(admin, paid)).toMatchObject({ status: 200, body: { state: "paid" } });
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({
      state: "paid",
      refunds: ["cancelled elsewhere"],
    });
    await expectReconciled(shop);
  });

  it("can be settled for a refunded order whose money the bank sent back", async () => {
    const { shop, buyer, admin } = await openRefunds();
    const paid = await cancelled(shop, buyer);
    const sentBack = { status: "wanted", refundId: null, doneAt: null, declines: 3 } as const;
    await changeRefunds(shop.shop.db, paid, { ...sentBack, nextTryAt: timeFromNow({ days: 1 }) });
    expect(await settle(admin, paid)).toMatchObject({ status: 200, body: { state: "refunded" } });
    expect(await readOrderRecords(shop, paid._id)).toMatchObject(settledByHand);
  });

  it("cannot be settled while it is pending, nor for a paid order", async () => {
    const { shop, buyer, admin } = await openRefunds();
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
    const { shop, buyer, admin } = await openRefunds();
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
    expect(await noted()).toMatch(
      /asked for it back on 21 September 2026 at \d\d:\d\d UTC: answer the dispute/,
    );
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
