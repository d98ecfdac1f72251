import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createShopMetrics,
  eachMinute,
  eachSecond,
} from "#server/operations/monitoring/shop-metrics.ts";
import { readEnv } from "#server/platform/config/env.ts";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { addJobs, removeJobs } from "#tests/builders/job.ts";
import { whileLocked } from "#tests/builders/lock.ts";
import { timeAgo, timeFromNow } from "#tests/builders/time.ts";
import { changeSettings } from "#tests/change-settings.ts";
import { createDatabase } from "#tests/create-database.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { openPayingShop, orderAndPay, orderFirstPart } from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";
import { openMetricsServer } from "./open-metrics-server.ts";

it("requests are counted by route, class and status", async () => {
  const { shop, get } = await openShop({ env: { METRICS_PORT: "9464" } });
  await get("/api/orders?token=canary");
  await get("/api/canary");
  await expect.poll(() => shop.metrics?.text()).toContain('{status="404",process="1"} 1\n');
  const text = await shop.metrics?.text();
  expect(text).toContain('shop_request_seconds_count{process="1",call="GET /api/orders"} 1\n');
  expect(text).toContain('shop_request_seconds_count{process="1",call="none"} 1\n');
  expect(text).toContain('shop_answers_total{status="4xx",process="1"} 2\n');
  expect(text).toContain('shop_refusals_total{status="401",process="1"} 1\n');
  expect(text).toMatch(/shop_database_pool\{state="idle",process="1"\} \d+\n/);
  expect(text).toMatch(/process_resident_memory_bytes\{process="1"\} \d{8,}\n/);
  expect(text).not.toContain("canary");
});

describe("numbers of the database", () => {
  it("are orders and payments by their states, and what waits", async () => {
    const shop = await openPayingShop();
    const vera = await signUp(shop);
    await orderAndPay(shop, vera);
    for (let count = 0; count < 3; count++) await orderFirstPart(shop, vera);
    const { db } = shop.shop;
    await removeJobs(db, "letter");
    const [kind, lastError, runAt] = ["letter", "not now", timeFromNow({ hours: 1 })];
    await addJobs(db, [
      { kind, runAt, createdAt: timeAgo({ hours: 1 }) },
      { kind, runAt, attempts: 3, lastError },
      { kind, createdAt: timeAgo({ days: 1 }), attempts: 34, lastError, failedAt: new Date() },
      { kind: "untended", runAt: timeAgo({ hours: 2 }) },
    ]);
    const text = await createShopMetrics(shop.shop.db).metrics();
    expect(text).toContain('shop_orders{state="paid"} 1\n');
    expect(text).toContain('shop_orders{state="unpaid"} 3\n');
    expect(text).toContain('shop_payments{state="succeeded"} 1\n');
    expect(text).toContain('shop_jobs{kind="letter",state="waiting"} 1\n');
    expect(text).toContain('shop_jobs{kind="letter",state="retrying"} 1\n');
    expect(text).toContain('shop_jobs{kind="letter",state="failed"} 1\n');
    expect(text).toMatch(/shop_jobs_oldest_seconds{kind="letter"} 36\d\d/);
    expect(text).toMatch(/shop_jobs_oldest_due_seconds{kind="untended"} 72\d\d/);
    expect(text).not.toContain('shop_jobs_oldest_due_seconds{kind="letter"}');
    expect(text).toContain("shop_refunds_waiting 0\n");
  });

  it("say that it is away, and nothing else, when it does not answer", async () => {
    for (const check of [eachMinute, eachSecond]) changeSettings(check, { timeoutMs: 300 });
    const shop = await openShop();
    await aStockedPart(shop);
    // Nobody's who must not wait.
    const { db, close } = connect(shop.databaseUrl, { most: 1 });
    onTestFinished(close);
    await whileLocked(db, "jobs, orders, refunds", async () => {
      const text = await createShopMetrics(shop.shop.db).metrics();
      const samples = text.split("\n").filter((line) => line && !line.startsWith("#"));
      expect(samples).toEqual(["shop_database_up 0"]);
    });
  });

  it("tell connections that are busy from queries that wait for one", async () => {
    const { db, close, stats } = connect(await createDatabase(), { most: 1 });
    onTestFinished(close);
    const answers = [1, 2, 3].map((number) => queryRows(db, sql`select ${number}::int as number`));
    await expect.poll(stats).toEqual({ total: 1, idle: 0, waiting: 2 });
    expect(await Promise.all(answers)).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
    await expect(queryRows(db, sql`select from nothing`)).rejects.toThrow();
    expect(stats().waiting).toBe(0);
  });
});

it("are not told at a port that another program has", async () => {
  const open = readEnv({ NODE_ENV: "test", METRICS_TOKEN: "a token" });
  const first = await openMetricsServer(open, async () => "");
  onTestFinished(first.stop);
  const second = openMetricsServer({ ...open, METRICS_PORT: first.port }, async () => "");
  await expect(second).rejects.toThrow(`METRICS_PORT ${first.port} is in use`);
});

it("nobody outside may ask for them without a token", () => {
  const open = { NODE_ENV: "test", METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" };
  expect(() => readEnv(open)).toThrow("METRICS_TOKEN is missing");
  expect(readEnv({ ...open, METRICS_TOKEN: "a token" }).METRICS_PORT).toBe(9464);
});
