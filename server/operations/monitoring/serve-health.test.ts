// What programs that watch over the shop are told, by everything that may be wrong with it.

import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { health } from "#contract/reconciliation.ts";
import { reconcile } from "#server/operations/reconciliation/reconcile.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";

async function healthOf({ url }: OpenShop) {
  const response = await fetch(`${url}/health`);
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
    const shop = await openShop();
    const body = { status: "ok", because: [], database: "ok", ledger: null };
    expect(await healthOf(shop)).toEqual({ status: 200, body });
    const { at } = await reconcile(shop.shop, { full: true });
    const checked = { status: 200, body: { ...body, ledger: { at, differences: 0 } } };
    await expect.poll(() => healthOf(shop)).toEqual(checked);
  });

  it("is not well while the ledger does not balance", async () => {
    expectWarning(/Reconciliation found a difference/);
    const shop = await openShop();
    const { id } = await aStockedPart(shop);
    await shop.shop.db.execute(sql`update stock set on_hand = on_hand + 1 where part_id = ${id}`);
    const { at } = await reconcile(shop.shop, { full: true });
    const ledger = { at, differences: 1 };
    const body = { status: "degraded", because: ["ledger-differs"], database: "ok", ledger };
    await expect.poll(() => healthOf(shop)).toEqual({ status: 200, body });
  });

  it("is not well when nobody has checked the ledger for minutes, once there was time to", async () => {
    const shop = await openShop();
    const well = { status: 200, body: { status: "ok" } };
    const unwell = { status: 200, body: { status: "degraded", because: ["ledger-unchecked"] } };
    await reconcile(shop.shop, { full: true });
    await shop.shop.db.execute(
      sql`update ledger_checks set created_at = now() - interval '6 minutes'`,
    );
    expect(await healthOf(shop)).toMatchObject(well);
    laterBy(6);
    await expect.poll(() => healthOf(shop)).toMatchObject(unwell);
    await reconcile(shop.shop, { full: true });
    await expect.poll(() => healthOf(shop)).toMatchObject(well);
  });

  it("is not well when it was never checked, once there was time to", async () => {
    const shop = await openShop();
    expect((await healthOf(shop)).body).toMatchObject({ status: "ok", ledger: null });
    laterBy(6);
    const unwell = { status: "degraded", because: ["ledger-unchecked"], ledger: null };
    await expect.poll(async () => (await healthOf(shop)).body).toMatchObject(unwell);
  });

  it("is not well when nobody could read the provider's book for half an hour", async () => {
    const shop = await openShop();
    const { db } = shop.shop;
    const note = JSON.stringify([{ kind: "provider-unread", about: "", says: "", remedy: "" }]);
    const check = (minutesAgo: number, notes: string) =>
      queryRows(
        db,
        sql`
      insert into ledger_checks (id, "full", milliseconds, differences, notes, created_at)
      values (uuidv7(), false, 1, '[]', ${notes}, now() - make_interval(mins => ${minutesAgo}))`,
      );
    await check(40, "[]");
    await check(29, note);
    await check(0, note);
    expect(await healthOf(shop)).toMatchObject({ status: 200, body: { status: "ok" } });
    await check(31, note);
    await expect
      .poll(() => healthOf(shop))
      .toMatchObject({ status: 200, body: { status: "degraded", because: ["provider-unread"] } });
    await check(0, "[]");
    await expect.poll(() => healthOf(shop)).toMatchObject({ status: 200, body: { status: "ok" } });
  });

  it("says within seconds that the database does not answer, and that it is back", async () => {
    const shop = await openShop();
    const { db } = shop.shop;
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`lock table ledger_checks`);
      const began = performance.now();
      const because = ["database-away"];
      const away = { status: "degraded", because, database: "away", ledger: null };
      expect(await healthOf(shop)).toEqual({ status: 503, body: away });
      expect(performance.now() - began).toBeLessThan(4_000);
    });
    await expect.poll(() => healthOf(shop)).toMatchObject({ status: 200, body: { status: "ok" } });
  });

  it("costs the database one look for all who ask at once", async () => {
    const shop = await openShop();
    const asked = await Promise.all(Array.from({ length: 50 }, () => healthOf(shop)));
    expect(asked.every(({ status }) => status === 200)).toBe(true);
    const calls = await queryRows(
      shop.shop.db,
      sql`select from pg_stat_activity
      where datname = current_database() and query like '%ledger_checks%'
        and pid <> pg_backend_pid()`,
    );
    expect(calls.length).toBeLessThanOrEqual(1);
  });
});
