import { once } from "node:events";
import { connect as connectTo } from "node:net";
import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { changeSettings } from "#tests/change-settings.ts";
import { openShop } from "#tests/open-shop.ts";
import { connect } from "./platform/database/connect.ts";
import { queryRows } from "./platform/database/query-rows.ts";
import { inTransaction } from "./platform/database/transaction.ts";
import { jobTimes } from "./platform/jobs/run-jobs.ts";

it("stops in time though a job never ends", async () => {
  changeSettings(jobTimes, { drainMs: 300, abortMs: 300 });
  const { running, databaseUrl } = await openShop();
  const { db, jobs } = running.shop;
  const other = connect(databaseUrl, { most: 2 });
  onTestFinished(other.close);
  await inTransaction(other.db, async (tx) => {
    await tx.execute(sql`lock table limits`);
    await db.execute(sql`update jobs set run_at = now() where kind = 'delete-expired'`);
    jobs.wake();
    const blocked = sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => queryRows(other.db, blocked), { timeout: 5_000 }).toHaveLength(1);
    await running.stop();
  });
  await expect(queryRows(db, sql`select 1`)).rejects.toThrow();
});

it("answers a request that has arrived when it stops, and was not read yet", async () => {
  const { running, url } = await openShop();
  const { host, port } = new URL(url);
  const socket = connectTo(Number(port), "127.0.0.1");
  const ask = () => {
    socket.write(`GET /health HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    return once(socket, "data");
  };
  expect(String(await ask())).toContain("HTTP/1.1 200");
  const [answer] = await Promise.all([ask(), running.stop()]);
  expect(String(answer)).toContain("HTTP/1.1 200");
});
