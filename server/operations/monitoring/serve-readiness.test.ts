// What whoever starts and balances processes is told of one of them.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { readiness } from "#contract/health.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { reconcile } from "#server/operations/reconciliation/reconcile.ts";
import { migrationsFolder } from "#server/platform/database/migrate.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { holdLetters } from "#tests/letter-jobs.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";

async function readinessOf({ request }: Pick<OpenShop, "request">) {
  const response = await request("/health/ready");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { status: response.status, body: readiness.parse(await response.json()) };
}

const ready = { status: 200, body: { status: "ready", because: [] } };
const lostBy = (...because: string[]) => ({ status: 503, body: { status: "not-ready", because } });
/** An answer is good for a second. */
const soon = { timeout: 5_000 };

describe("readiness", () => {
  it("is there when all is well", async () => {
    const shop = await openShop();
    expect(await readinessOf(shop)).toEqual(ready);
  });

  it("tells visitors nothing of letters, refunds or the ledger", async () => {
    expectWarning(/Reconciliation found a difference/);
    const shop = await openShop();
    const { db } = shop.shop;
    await holdLetters(shop);
    await addAccountLetter(db, "reset", "vera@example.com");
    await db.execute(sql`update jobs set created_at = now() - interval '20 minutes'`);
    const { id } = await aStockedPart(shop);
    await db.execute(sql`update stock set on_hand = on_hand + 1 where part_id = ${id}`);
    await reconcile(shop.shop, { full: true });
    const response = await shop.request("/health/ready");
    expect([response.status, await response.json()]).toEqual([200, ready.body]);
  });

  it("is lost while the database does not answer, and the process lives on", async () => {
    const shop = await openShop();
    await inTransaction(shop.shop.db, async (tx) => {
      await tx.execute(sql`lock table drizzle.__drizzle_migrations`);
      const asked = await Promise.all([readinessOf(shop), readinessOf(shop)]);
      for (const answer of asked) expect(answer).toEqual(lostBy("The database does not answer."));
      expect(await shop.get("/health/live")).toEqual({ status: 200, body: { status: "live" } });
      // However often it is asked, the database is asked once.
      await readinessOf(shop);
      const waiting = await queryRows(
        tx,
        sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()
          and query like '%as migrated%'`,
      );
      expect(waiting).toHaveLength(1);
    });
    await expect.poll(() => readinessOf(shop), soon).toEqual(ready);
  });

  it("is lost on tables that are older than the code, not on newer ones", async () => {
    const shop = await openShop();
    const { db } = shop.shop;
    const table = sql.raw("drizzle.__drizzle_migrations");
    await db.execute(
      sql`insert into ${table} (hash, created_at) values ('of a newer version', 9999999999999)`,
    );
    expect(await readinessOf(shop)).toEqual(ready);
    const journal = await readFile(join(migrationsFolder, "meta/_journal.json"), "utf8");
    const newest = JSON.parse(journal).entries.at(-1).when;
    await db.execute(sql`delete from ${table} where created_at >= ${newest}`);
    const behind =
      "The tables are older than this version of the shop: its migrations were not run.";
    await expect.poll(() => readinessOf(shop), soon).toEqual(lostBy(behind));
  });

  it("is lost when the process leaves, which says goodbye on every line", async () => {
    const shop = await openShop({ env: { STOP_DELAY: "1" } });
    await readinessOf(shop);
    const left = shop.running.leave();
    const response = await shop.request("/health/ready");
    expect([response.status, response.headers.get("connection")]).toEqual([503, "close"]);
    expect(await response.json()).toEqual(
      lostBy("This process is stopping; another takes over.").body,
    );
    // Whoever comes all the same is served.
    expect((await shop.get("/api/parts")).status).toBe(200);
    await left;
    await expect(fetch(`${shop.url}/health/live`)).rejects.toThrow();
  });
});
