// Differences stay listed until they are resolved; the shop settles what it can by itself.

import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ReconciliationReport } from "#contract/reconciliation.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { refuseRows } from "#tests/builders/fault.ts";
import { makeJobsDue } from "#tests/builders/job.ts";
import { addOrders, changeOrder } from "#tests/builders/order.ts";
import { agePayments, changePayments } from "#tests/builders/payment.ts";
import { ageReports, listReports } from "#tests/builders/reconciliation.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { hourMs } from "#tests/manage-orders-page.ts";
import {
  createOrderHistory,
  type OrderHistory,
  payUnknownIntent,
  refundInShopOnly,
} from "#tests/order-history.ts";
import { aStockedPart } from "#tests/orders.ts";
import { openPayingShop, readOrderRecords } from "#tests/paying-shop.ts";
import { signUpAdmin } from "#tests/people.ts";
import { withCheckLock } from "./check-lock.ts";
import { reconcile, reconcileIfDue } from "./reconcile.ts";
import { isCheckDue } from "./reconciliation-jobs.ts";
import { maxPerKind } from "./rule.ts";

/** No records are read within these limits. */
const unreadable = { durationMs: 0, maxRecords: 0, pauseMs: 0 };
const late = { full: false } as const;

/** The money came, and the shop has closed the payment. */
const giveUp = async ({ paid }: OrderHistory, db: Database) => {
  await changeOrder(db, paid, { state: "unpaid", transactionId: null, paidAt: null });
  await changePayments(db, paid, { state: "dead" });
};

describe("what differs", () => {
  it("stays a difference until it is resolved", async () => {
    expectWarning(/Reconciliation found a difference \(charged-unknown-here/);
    const life = await createOrderHistory();
    const { shop } = life.shop;
    await payUnknownIntent(life);
    const found = { kind: "charged-unknown-here" };
    expect(await reconcile(shop, late)).toMatchObject({ differences: [], notes: [found] });
    await ageReports(shop.db, "61 seconds");
    expect(await reconcile(shop, late)).toMatchObject({ differences: [found], notes: [] });
    await ageReports(shop.db, "61 minutes");
    expect(await reconcile(shop, late)).toMatchObject({ differences: [found], notes: [] });
  });

  it("is checked again by itself when it is old", async () => {
    expectWarning(/Reconciliation found a difference/);
    const life = await createOrderHistory();
    const { shop } = life.shop;
    await refundInShopOnly(life, shop.db);
    await payUnknownIntent(life);
    const found = ["charged-unknown-here", "refunded-here-only"];
    const kinds = ({ differences }: ReconciliationReport) =>
      differences.map(({ kind }) => kind).sort();
    expect(kinds(await reconcile(shop, { full: true, graceSeconds: 0 }))).toEqual(found);
    await agePayments(shop.db, "1 day");
    for (const full of [true, false]) {
      const report = await reconcile(shop, { full, limits: unreadable });
      expect(kinds(report), full ? "in full" : "of late").toEqual(found);
    }
  });

  it("is listed once as one of many like it", async () => {
    expectWarning(/Reconciliation found a difference/);
    const shop = await openPayingShop();
    const { id: part } = await aStockedPart(shop);
    const unpaid = { state: "paid", part, at: Date.now() } as const;
    await addOrders(shop, Array(maxPerKind + 1).fill(unpaid));
    for (const full of [true, false, false]) {
      const { differences } = await reconcile(shop.shop, { full });
      const ofKind = differences.filter(({ kind }) => kind === "paid-without-payment");
      expect(ofKind.filter(({ about }) => about === "")).toHaveLength(1);
    }
  });

  it("is found by its payment even when that is dead", async () => {
    expectWarning(/Reconciliation found a difference|could not be settled/);
    const life = await createOrderHistory();
    const { shop } = life.shop;
    await giveUp(life, shop.db);
    const found = { kind: "charged-not-recorded", about: life.paid._id };
    expect((await reconcile(shop, late)).notes).toMatchObject([found]);
    // It cannot be recorded for now.
    const allowRows = await refuseRows(shop.db, "orders", "state <> 'paid'");
    await ageReports(shop.db, "61 seconds");
    for (const limits of [undefined, unreadable, unreadable]) {
      const { differences } = await reconcile(shop, { ...late, ...(limits && { limits }) });
      expect(differences).toMatchObject([found]);
    }
    await allowRows();
    expect((await reconcile(shop, { ...late, limits: unreadable })).differences).toEqual([]);
  });
});

describe("a payment that was not recorded", () => {
  it("is recorded by the check, whatever its state", async () => {
    const life = await createOrderHistory();
    const { shop } = life.shop;
    await giveUp(life, shop.db);
    const found = { kind: "charged-not-recorded", about: life.paid._id };
    expect(await reconcile(shop, late)).toMatchObject({ differences: [], notes: [found] });
    await ageReports(shop.db, "61 seconds");
    expect(await reconcile(shop, late)).toMatchObject({
      differences: [],
      notes: [{ kind: "recorded-late", about: life.paid._id }],
    });
    expect(await readOrderRecords(life.shop, life.paid._id)).toMatchObject({
      state: "paid",
      transaction: life.intent,
    });
    expect(await reconcile(shop, late)).toMatchObject({ differences: [], notes: [] });
    await expectReconciled(life.shop);
  });
});

describe("a long list of payments", () => {
  it("is read even when the list of refunds takes too long", async () => {
    const life = await createOrderHistory();
    const { shop } = life.shop;
    await payUnknownIntent(life);
    life.shop.cards.faults({ slowMs: 2_000, path: "GET /v1/refunds$" });
    const limits = { durationMs: 1_500, maxRecords: 1_000, pauseMs: 0 };
    const { notes } = await reconcile(shop, { full: true, limits });
    expect(notes.map(({ kind }) => kind).sort()).toEqual([
      "charged-unknown-here",
      "provider-read-in-part",
    ]);
  });

  it("is read at night without blocking the check each minute", async () => {
    const shop = await openPayingShop();
    const { db } = shop.shop;
    await reconcile(shop.shop, late);
    await ageReports(db, "1 minute");
    shop.cards.faults({ slowMs: 9_000, path: "GET /v1/payment_intents$" });
    await makeJobsDue(db, "reconcile");
    shop.shop.jobs.wake();
    const rows = () => listReports(db);
    await expect.poll(rows).toMatchObject([{}, { full: false }]);
    shop.cards.faults({ clear: true });
    await expect.poll(rows).toMatchObject([{}, { full: false }, { full: true }]);
    expect(await reconcileIfDue(shop.shop, isCheckDue)).toBeUndefined();
  });
});

describe("an admin who starts a full check", () => {
  it("many times at once gets one shared check", async () => {
    const shop = await openPayingShop();
    const admin = await signUpAdmin(shop);
    shop.cards.faults({ slowMs: 2_000, path: "GET /v1/payment_intents$" });
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => admin.send("POST", "/api/ledger/check")),
    );
    const [first] = asked;
    expect(first).toMatchObject({ status: 200, body: { report: { full: true } } });
    for (const answer of asked) expect(answer).toEqual(first);
    expect(await listReports(shop.shop.db)).toHaveLength(1);
  });

  it("while another process checks gets a refusal at once", async () => {
    const shop = await openPayingShop();
    const admin = await signUpAdmin(shop);
    await withCheckLock(shop.shop, async () => {
      expect(await admin.send("POST", "/api/ledger/check")).toMatchObject({
        status: 409,
        body: { error: { message: "A check is running; its result comes in a moment." } },
      });
    });
  });
});

describe("clocks that differ", () => {
  it("change neither when a check is due nor what counts as recent", async () => {
    expectWarning(/Reconciliation found a difference \(paid-without-payment/);
    const shop = await openPayingShop();
    const { id: part } = await aStockedPart(shop);
    await reconcile(shop.shop, { full: true });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hourMs });
    expect(await reconcileIfDue(shop.shop, isCheckDue)).toBeUndefined();
    const [about] = await addOrders(shop, [{ state: "paid", part, at: Date.now() - hourMs }]);
    const { differences } = await reconcile(shop.shop, late);
    const found = { kind: "paid-without-payment", about };
    expect(differences).toContainEqual(expect.objectContaining(found));
  });
});
