import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "#server/database/connect.ts";
import { queryRows } from "#server/database/query-rows.ts";
import { readEnv } from "#server/env.ts";
import { freshDatabase } from "#tests/database.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { openPayingShop, order, orderAndPay } from "#tests/paying.ts";
import { signUp } from "#tests/people.ts";
import { Counts } from "./counts.ts";
import { labelled, writeMetrics } from "./metric.ts";
import { serveMetrics } from "./serve-metrics.ts";
import { openSharedMetrics } from "./shared-metrics.ts";

const nothing = { whole: 0, unchanged: 0, missed: 0 };

describe("numbers of requests", () => {
  it("fall into the buckets of their times, each of which holds the ones before it", () => {
    const counts = new Counts();
    for (const seconds of [0.001, 0.02, 0.02, 0.3, 40]) counts.add("GET /api/orders", 200, seconds);
    counts.add("GET /api/orders", 503, 0.001);
    const text = writeMetrics(
      labelled(counts.metrics({ ...nothing, whole: 7, unchanged: 3 }), "2"),
    );
    const bucket = (le: string) =>
      `shop_request_seconds_bucket{process="2",call="GET /api/orders",le="${le}"}`;
    expect(text).toContain(`${bucket("0.005")} 2\n${bucket("0.01")} 2\n${bucket("0.025")} 4\n`);
    expect(text).toContain(`${bucket("0.5")} 5\n`);
    expect(text).toContain(`${bucket("10")} 5\n${bucket("+Inf")} 6\n`);
    expect(text).toContain('shop_answers_total{process="2",status="2xx"} 12\n');
    expect(text).toContain('shop_answers_total{process="2",status="3xx"} 3\n');
    expect(text).toContain('shop_refusals_total{process="2",status="503"} 1\n');
    expect(text).toContain('shop_prepared_answers_total{process="2",result="hit"} 10\n');
  });
});

describe("numbers of the database", () => {
  it("are orders and payments by their states, and what waits", async () => {
    const shop = await openPayingShop();
    const vera = await signUp(shop);
    await orderAndPay(shop, vera);
    for (let count = 0; count < 3; count++) await order(shop, vera);
    await shop.shop.db.execute(sql`insert into letters (id, kind, email, created_at, next_try_at)
      values (uuidv7(), 'reset', 'vera@example.com', now() - interval '1 hour', now() + interval '1 hour')`);
    const text = writeMetrics(await openSharedMetrics(shop.shop.db)());
    expect(text).toContain('shop_orders{state="paid"} 1\n');
    expect(text).toContain('shop_orders{state="unpaid"} 3\n');
    expect(text).toContain('shop_payments{state="succeeded"} 1\n');
    expect(text).toMatch(/shop_letters_oldest_seconds 36\d\d/);
    expect(text).toContain("shop_refunds_waiting 0\n");
  });

  it("say that it is away, and nothing else, when it does not answer", async () => {
    const shop = await openShop();
    await aStockedPart(shop);
    // Nobody's who must not wait.
    const { db, close } = connect(shop.databaseUrl, { most: 1 });
    onTestFinished(close);
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table letters, orders`);
      const text = writeMetrics(await openSharedMetrics(shop.shop.db)());
      expect(text).toMatch(/^# .*\n# .*\nshop_database_up 0\n$/);
    });
  });

  it("tell connections that are busy from queries that wait for one", async () => {
    const { db, close, stats } = connect(await freshDatabase(), { most: 1 });
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
  const first = await serveMetrics(open, async () => []);
  onTestFinished(first.stop);
  const second = serveMetrics({ ...open, METRICS_PORT: first.port }, async () => []);
  await expect(second).rejects.toThrow(`METRICS_PORT ${first.port} is in use`);
});

it("nobody outside may ask for them without a token", () => {
  const open = { NODE_ENV: "test", METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" };
  expect(() => readEnv(open)).toThrow("METRICS_TOKEN is missing");
  expect(readEnv({ ...open, METRICS_TOKEN: "a token" }).METRICS_PORT).toBe(9464);
});
