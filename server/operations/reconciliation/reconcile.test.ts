// When checks run, what is stored of them, and what counts as a note.

import { describe, expect, it } from "vitest";
import type { ReconciliationReport } from "#contract/reconciliation.ts";
import { hideTable, refuseRows } from "#tests/builders/fault.ts";
import { countTriedJobs, makeJobsDue } from "#tests/builders/job.ts";
import {
  addReports,
  ageReports,
  listReports,
  redateReports,
} from "#tests/builders/reconciliation.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import { createOrderHistory, refundInShopOnly } from "#tests/order-history.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { createClientSecret, intentIdOf, openPayingShop, runDueJobs } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { reconcile, reconcileFullyIfDue, reconcileIfDue } from "./reconcile.ts";
import { isCheckDue, isFullCheckDue } from "./reconciliation-jobs.ts";

describe("what is no difference", () => {
  it("notes a payment just made, and reports it after a minute", async () => {
    expectWarning(/Reconciliation found a difference \(charged-not-recorded|could not be settled/);
    const shop = await openPayingShop({ webhooks: "hold" });
    const vera = await signUp(shop);
    const order = await placeOrder(vera, await aStockedPart(shop));
    const secret = await createClientSecret(vera, order);
    await shop.cards.pay(secret);
    const allowRows = await refuseRows(shop.shop.db, "payments", "state <> 'succeeded'");
    const look = () => reconcile(shop.shop, { full: false });
    const found = { kind: "charged-not-recorded", about: order._id };
    expect(await look()).toMatchObject({ differences: [], notes: [found] });
    expect(await look()).toMatchObject({ differences: [], notes: [found] });
    await ageReports(shop.shop.db, "61 seconds");
    expect(await look()).toMatchObject({ differences: [found], notes: [] });
    expect(warningsSoFar().join()).toContain(
      `The payment ${intentIdOf(secret)} could not be settled: `,
    );
    await allowRows();
    await runDueJobs(shop);
    expect(await look()).toMatchObject({ differences: [], notes: [] });
    await expectReconciled(shop);
  });

  it("notes a provider that is down, and keeps its differences", async () => {
    expectWarning(/cannot be reached|Reconciliation found a difference/);
    const life = await createOrderHistory();
    const { shop } = life.shop;
    await refundInShopOnly(life, shop.db);
    const found = { kind: "refunded-here-only", about: life.paid._id };
    expect((await reconcile(shop, { full: true, graceSeconds: 0 })).differences).toMatchObject([
      found,
    ]);
    await life.shop.cards.stop();
    for (const full of [true, false]) {
      expect(await reconcile(shop, { full })).toMatchObject({
        differences: [found],
        notes: [{ kind: "provider-unread" }],
      });
    }
  });
});

describe("each minute", () => {
  it("one process checks, once a day in full, and reports are kept", async () => {
    const shop = await openPayingShop();
    const { db } = shop.shop;
    const look = () => reconcileIfDue(shop.shop, isCheckDue);
    const lookInFull = () => reconcileFullyIfDue(shop.shop, isFullCheckDue);
    const many = (job: typeof look) => Promise.all(Array.from({ length: 8 }, job));
    expect((await many(look)).filter(Boolean)).toMatchObject([{ full: false, differences: [] }]);
    const all = (await many(lookInFull)).filter(Boolean);
    expect(all).toMatchObject([{ full: true, differences: [] }]);
    const later = () => ageReports(db, "1 minute");
    expect(await look()).toBeUndefined();
    await later();
    expect(await look()).toMatchObject({ full: false });
    await redateReports(db, timeAgo({ hours: 20 }), { full: true });
    const old = Array.from({ length: 1_100 }, (_, index) => ({
      createdAt: timeAgo({ minutes: 1, seconds: index + 1 }),
    }));
    await addReports(db, old);
    await later();
    expect(await look()).toMatchObject({ full: false });
    expect(await lookInFull()).toBeUndefined();
    const kept = (await listReports(db)).map(({ full }) => full);
    expect(kept.filter((full) => full)).toHaveLength(1);
    expect(kept).toHaveLength(1_001);
    await ageReports(db, "1 day");
    expect(await lookInFull()).toMatchObject({ full: true });
  });

  it("reads the provider's records to the end once a day, within the nightly limits", async () => {
    const life = await createOrderHistory();
    const { shop } = life.shop;
    const inPart = { durationMs: 60_000, maxRecords: 1, pauseMs: 0 };
    const report = await reconcile(shop, { full: true, limits: inPart });
    expect(report.notes).toMatchObject([{ kind: "provider-read-in-part" }]);
    const again = await reconcileFullyIfDue(shop, isFullCheckDue);
    expect(again).toMatchObject({ full: true, differences: [], notes: [] });
    expect(await reconcileFullyIfDue(shop, isFullCheckDue)).toBeUndefined();
  });

  it("tries again to read a provider that was down, without comparing the rest again", async () => {
    expectWarning(/cannot be reached/);
    const shop = await openPayingShop();
    const admin = await signUpAdmin(shop);
    const look = () => reconcileFullyIfDue(shop.shop, isFullCheckDue);
    shop.cards.faults({ down: true });
    expect(await look()).toMatchObject({ full: true, notes: [{ kind: "provider-unread" }] });
    expect((await admin.get("/api/ledger")).body).toMatchObject({ lastFull: null });
    expect(await look()).toBeUndefined();
    shop.cards.faults({ clear: true });
    const read = await look();
    expect(read).toMatchObject({ full: true, notes: [] });
    expect((await admin.get("/api/ledger")).body).toMatchObject({ lastFull: read?.at });
    expect(await look()).toBeUndefined();
  });

  it("logs a failing check once and goes on", async () => {
    expectWarning(/Job reconcile-fully failed .*does not exist/);
    const shop = await openPayingShop();
    await hideTable(shop.shop.db, "inventory_movements");
    const { db, jobs } = shop.shop;
    const tried = (attempts: number) => () => countTriedJobs(db, "reconcile-fully", attempts);
    for (const attempts of [1, 2]) {
      // It does not run at this moment.
      await expect.poll(tried(attempts - 1)).toBe(1);
      await makeJobsDue(db, "reconcile-fully");
      jobs.wake();
      await expect.poll(tried(attempts)).toBe(1);
    }
    expect(warningsSoFar()).toHaveLength(1);
    expect((await shop.get("/api/parts")).status).toBe(200);
  });
});

describe("an admin", () => {
  it("reads the newest report and starts a full check", async () => {
    const shop = await openPayingShop();
    const admin = await signUpAdmin(shop);
    expect((await admin.get("/api/ledger")).body).toEqual({ report: null, lastFull: null });
    const { status, body } = await admin.send("POST", "/api/ledger/check");
    expect([status, body]).toMatchObject([200, { report: { full: true, differences: [] } }]);
    const { report } = body as { report: ReconciliationReport };
    expect((await admin.get("/api/ledger")).body).toEqual({ report, lastFull: report.at });
    expect((await (await signUp(shop)).get("/api/ledger")).status).toBe(403);
  });
});
