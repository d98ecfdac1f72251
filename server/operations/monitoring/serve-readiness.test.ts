// What whoever starts and balances processes is told of one of them.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readiness } from "#contract/health.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { reconcile } from "#server/operations/reconciliation/reconcile.ts";
import { migrationsFolder } from "#server/platform/database/migrate.ts";
import { startLog } from "#server/platform/telemetry/log/log.ts";
import { fillDisk } from "#tests/builders/fault.ts";
import { changeJobs } from "#tests/builders/job.ts";
import { holdLetters } from "#tests/builders/letter.ts";
import { countBlocked, whileLocked } from "#tests/builders/lock.ts";
import { addNewerMigration, forgetMigrations } from "#tests/builders/migration.ts";
import { miscountStock } from "#tests/builders/part.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";

async function readinessOf({ request }: Pick<OpenShop, "request">) {
  const response = await request("/health/ready");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { status: response.status, body: readiness.parse(await response.json()) };
}

const ready = { status: 200, body: { status: "ready", because: [] } };
const lostBy = (...because: string[]) => ({ status: 503, body: { status: "not-ready", because } });

describe("readiness", () => {
  it("is there when all is well", async () => {
    const shop = await openShop();
    expect(await readinessOf(shop)).toEqual(ready);
  });

  it.each([-10_000, 10_000])("warns once of a clock that is %d ms off", async (offset) => {
    const shop = await openShop();
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + offset);
    onTestFinished(() => clock.mockRestore());
    const offsets: number[] = [];
    const write = (line: string) => {
      const { level, offsetMs } = JSON.parse(line) as { level: string; offsetMs?: number };
      if (level === "warn" && offsetMs) offsets.push(offsetMs);
    };
    onTestFinished(startLog({ LOG: "json", LOG_LEVEL: "warn", write }));
    expect(await readinessOf(shop)).toEqual(ready);
    expect(await readinessOf(shop)).toEqual(ready);
    expect(offsets.map((ms) => Math.round(ms / 1_000))).toEqual([offset / 1_000]);
  });

  it("tells visitors nothing of letters, refunds or the ledger", async () => {
    expectWarning(/Reconciliation found a difference/);
    const shop = await openShop();
    const { db } = shop.shop;
    await holdLetters(shop);
    await addAccountLetter(db, "reset", "vera@example.com");
    await changeJobs(db, "letter", { createdAt: timeAgo({ minutes: 20 }) });
    const { id } = await aStockedPart(shop);
    await miscountStock(db, { id }, 1);
    await reconcile(shop.shop, { full: true });
    const response = await shop.request("/health/ready");
    expect([response.status, await response.json()]).toEqual([200, ready.body]);
  });

  it("is lost while the database does not answer, and the process lives on", async () => {
    const shop = await openShop();
    await whileLocked(shop.shop.db, "drizzle.__drizzle_migrations", async (tx) => {
      const asked = await Promise.all([readinessOf(shop), readinessOf(shop)]);
      for (const answer of asked) expect(answer).toEqual(lostBy("The database does not answer."));
      expect(await shop.get("/health/live")).toEqual({ status: 200, body: { status: "live" } });
      // However often it is asked, the database is asked once.
      await readinessOf(shop);
      expect(await countBlocked(tx, "as migrated")).toBe(1);
    });
    await expect.poll(() => readinessOf(shop)).toEqual(ready);
  });

  it("is lost, and health with it, while the database has no room, and comes back", async () => {
    const shop = await openShop();
    const clearDisk = await fillDisk(shop.databaseUrl);
    await expect
      .poll(() => readinessOf(shop))
      .toEqual(lostBy("The database has no room left on its disk."));
    const health = { status: "degraded", because: ["database-full"], database: "full" };
    await expect.poll(() => shop.get("/health")).toMatchObject({ status: 503, body: health });
    await clearDisk();
    await expect.poll(() => readinessOf(shop)).toEqual(ready);
  });

  it("is lost on tables that are older than the code, not on newer ones", async () => {
    const shop = await openShop();
    const { db } = shop.shop;
    await addNewerMigration(db);
    expect(await readinessOf(shop)).toEqual(ready);
    const journal = await readFile(join(migrationsFolder, "meta/_journal.json"), "utf8");
    const newest = JSON.parse(journal).entries.at(-1).when;
    await forgetMigrations(db, newest);
    const behind =
      "The tables are older than this version of the shop: its migrations were not run.";
    await expect.poll(() => readinessOf(shop)).toEqual(lostBy(behind));
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
