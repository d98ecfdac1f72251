// What whoever starts and balances processes is told of one of them.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { readiness } from "#contract/readiness.ts";
import { queryRows } from "#server/database/query-rows.ts";
import { checkLedger } from "#server/ledger/check-ledger.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { expectComplaint } from "#tests/silence.ts";
import { migrationsFolder } from "./database/migrate.ts";

async function readinessOf({ request }: Pick<OpenShop, "request">) {
  const response = await request("/health/ready");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { status: response.status, body: readiness.parse(await response.json()) };
}

const well = {
  status: "ready",
  because: [],
  stopping: false,
  database: "ok",
  migrations: "ok",
  letters: { waiting: 0, oldestSeconds: 0 },
  refunds: { waiting: 0, oldestSeconds: 0 },
  ledger: null,
};
/** An answer is good for a second. */
const soon = { timeout: 5_000 };

describe("readiness", () => {
  it("is there when all is well", async () => {
    const shop = await openShop();
    expect(await readinessOf(shop)).toEqual({ status: 200, body: well });
  });

  it("is lost while the database does not answer, and the process lives on", async () => {
    const shop = await openShop();
    await shop.shop.db.transaction(async (tx) => {
      await tx.execute(sql`lock table letters`);
      const asked = await Promise.all([readinessOf(shop), readinessOf(shop)]);
      const because = ["The database does not answer."];
      const body = { status: "not-ready", because, database: "away", migrations: "unknown" };
      for (const answer of asked) expect(answer).toMatchObject({ status: 503, body });
      expect(await shop.get("/health/live")).toEqual({ status: 200, body: { status: "live" } });
      // However often it is asked, the database is asked once.
      await readinessOf(shop);
      const waiting = await queryRows(
        tx,
        sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()
          and query like '%oldestLetter%'`,
      );
      expect(waiting).toHaveLength(1);
    });
    await expect.poll(() => readinessOf(shop), soon).toMatchObject({ status: 200 });
  });

  it("is lost on tables that are older than the code, not on newer ones", async () => {
    const shop = await openShop();
    const { db } = shop.shop;
    const table = sql.raw("drizzle.__drizzle_migrations");
    await db.execute(
      sql`insert into ${table} (hash, created_at) values ('of a newer version', 9999999999999)`,
    );
    expect(await readinessOf(shop)).toMatchObject({ status: 200 });
    const journal = await readFile(join(migrationsFolder, "meta/_journal.json"), "utf8");
    const newest = JSON.parse(journal).entries.at(-1).when;
    await db.execute(sql`delete from ${table} where created_at >= ${newest}`);
    const body = { status: "not-ready", migrations: "behind" };
    await expect.poll(() => readinessOf(shop), soon).toMatchObject({ status: 503, body });
  });

  it("is lost when the process leaves, which says goodbye on every line", async () => {
    const shop = await openShop({ env: { STOP_DELAY: "1" } });
    await readinessOf(shop);
    const left = shop.running.leave();
    const response = await shop.request("/health/ready");
    expect([response.status, response.headers.get("connection")]).toEqual([503, "close"]);
    expect(await response.json()).toMatchObject({ stopping: true, status: "not-ready" });
    // Whoever comes all the same is served.
    expect((await shop.get("/api/parts")).status).toBe(200);
    await left;
    await expect(fetch(`${shop.url}/health/live`)).rejects.toThrow();
  });

  it("tells what should be looked at, and stays ready", async () => {
    expectComplaint(/The ledger does not balance/);
    const shop = await openShop();
    const { db } = shop.shop;
    await db.execute(sql`insert into letters (id, kind, email, created_at, next_try_at)
      values (uuidv7(), 'reset', 'vera@example.com', now() - interval '20 minutes', now() + interval '1 hour')`);
    const { id } = await aStockedPart(shop);
    await db.execute(sql`update stock_movements set change = change + 1 where part_id = ${id}`);
    const { at } = await checkLedger(shop.shop, { full: true });
    const { status, body } = await readinessOf(shop);
    expect([status, body.status]).toEqual([200, "degraded"]);
    expect(body).toMatchObject({ letters: { waiting: 1 }, ledger: { at, differences: 1 } });
    expect(body.because).toEqual([
      "A letter has waited 20 minutes to be sent: look at the mail server.",
      "The ledger does not balance: see the page Ledger.",
    ]);
  });
});
