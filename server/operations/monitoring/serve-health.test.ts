// What programs that watch over the shop are told, by everything that may be wrong with it.

import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Difference } from "#contract/reconciliation.ts";
import { health } from "#contract/reconciliation.ts";
import { reconcile } from "#server/operations/reconciliation/reconcile.ts";
import { countStatements, whileLocked } from "#tests/builders/lock.ts";
import { miscountStock } from "#tests/builders/part.ts";
import { addReports, ageReports } from "#tests/builders/reconciliation.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";

const token = "token-of-the-monitoring";
const openWatchedShop = () => openShop({ env: { METRICS_TOKEN: token } });

async function healthOf({ url }: OpenShop, authorization = `Bearer ${token}`) {
  const response = await fetch(`${url}/health`, { headers: { authorization } });
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { status: response.status, body: health.parse(await response.json()) };
}

/** The process has been up for so many minutes more. */
function laterBy(minutes: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + minutes * 60_000);
  onTestFinished(() => void vi.restoreAllMocks());
}

describe("health", () => {
  it("is well before anything was checked, and after", async () => {
    const shop = await openWatchedShop();
    const body = { status: "ok", because: [], database: "ok", ledger: null };
    expect(await healthOf(shop)).toEqual({ status: 200, body });
    const { at } = await reconcile(shop.shop, { full: true });
    const checked = { status: 200, body: { ...body, ledger: { at, differences: 0 } } };
    await expect.poll(() => healthOf(shop)).toEqual(checked);
  });

  it("is not well while the ledger does not balance", async () => {
    expectWarning(/Reconciliation found a difference/);
    const shop = await openWatchedShop();
    const { id } = await aStockedPart(shop);
    await miscountStock(shop.shop.db, { id }, 1);
    const { at } = await reconcile(shop.shop, { full: true });
    const ledger = { at, differences: 1 };
    const body = { status: "degraded", because: ["ledger-differs"], database: "ok", ledger };
    await expect.poll(() => healthOf(shop)).toEqual({ status: 200, body });
  });

  it("tells nothing of the ledger to whoever has no token, also on this machine", async () => {
    expectWarning(/Reconciliation found a difference/);
    const shop = await openWatchedShop();
    const { id } = await aStockedPart(shop);
    await miscountStock(shop.shop.db, { id }, 1);
    await reconcile(shop.shop, { full: true });
    const body = { status: "ok", because: [], database: "ok", ledger: null };
    for (const shown of ["", "Bearer ", "Bearer wrong"]) {
      expect(await healthOf(shop, shown)).toEqual({ status: 200, body });
    }
    await expect.poll(() => healthOf(shop)).toMatchObject({ body: { status: "degraded" } });
    const withoutToken = await openShop();
    expect(await healthOf(withoutToken, "Bearer undefined")).toEqual({ status: 200, body });
  });

  it("is not well when nobody has checked the ledger for minutes, once there was time to", async () => {
    const shop = await openWatchedShop();
    const well = { status: 200, body: { status: "ok" } };
    const unwell = { status: 200, body: { status: "degraded", because: ["ledger-unchecked"] } };
    await reconcile(shop.shop, { full: true });
    await ageReports(shop.shop.db, "6 minutes");
    expect(await healthOf(shop)).toMatchObject(well);
    laterBy(6);
    await expect.poll(() => healthOf(shop)).toMatchObject(unwell);
    await reconcile(shop.shop, { full: true });
    await expect.poll(() => healthOf(shop)).toMatchObject(well);
  });

  it("is not well when it was never checked, once there was time to", async () => {
    const shop = await openWatchedShop();
    expect((await healthOf(shop)).body).toMatchObject({ status: "ok", ledger: null });
    laterBy(6);
    const unwell = { status: "degraded", because: ["ledger-unchecked"], ledger: null };
    await expect.poll(async () => (await healthOf(shop)).body).toMatchObject(unwell);
  });

  it("is not well when nobody could read the provider's book for half an hour", async () => {
    const shop = await openWatchedShop();
    const { db } = shop.shop;
    const note: Difference = { kind: "provider-unread", about: "", says: "", remedy: "" };
    const check = (minutes: number, ...notes: Difference[]) =>
      addReports(db, [{ notes, createdAt: timeAgo({ minutes }) }]);
    await check(40);
    await check(29, note);
    await check(0, note);
    expect(await healthOf(shop)).toMatchObject({ status: 200, body: { status: "ok" } });
    await check(31, note);
    await expect
      .poll(() => healthOf(shop))
      .toMatchObject({ status: 200, body: { status: "degraded", because: ["provider-unread"] } });
    await check(0);
    await expect.poll(() => healthOf(shop)).toMatchObject({ status: 200, body: { status: "ok" } });
  });

  it("says within seconds that the database does not answer, and that it is back", async () => {
    const shop = await openWatchedShop();
    const { db } = shop.shop;
    await whileLocked(db, "ledger_checks", async () => {
      const began = performance.now();
      const because = ["database-away"];
      const away = { status: "degraded", because, database: "away", ledger: null };
      expect(await healthOf(shop)).toEqual({ status: 503, body: away });
      expect(performance.now() - began).toBeLessThan(9_000);
    });
    await expect.poll(() => healthOf(shop)).toMatchObject({ status: 200, body: { status: "ok" } });
  });

  it("costs the database one look for all who ask at once", async () => {
    const shop = await openWatchedShop();
    const asked = await Promise.all(Array.from({ length: 50 }, () => healthOf(shop)));
    expect(asked.every(({ status }) => status === 200)).toBe(true);
    expect(await countStatements(shop.shop.db, "ledger_checks")).toBeLessThanOrEqual(1);
  });
});
