// GET /metrics of the program, with two processes: what each counted, and what the database says once.
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "#server/platform/database/connect.ts";
import { createDatabase } from "./create-database.ts";
import { freePort } from "./free-port.ts";
import type { OpenShop } from "./open-shop.ts";
import { aStockedPart, placeOrder } from "./orders.ts";
import { signUp } from "./people.ts";
import { makeDataDir, startProgram } from "./start-program.ts";

const token = "whoever looks after the shop";

/** Each sample by its name and labels. */
type Samples = Map<string, number>;

async function scrape(url: string): Promise<Samples> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).trimEnd().split("\n");
  const samples = lines.filter((line) => line && !line.startsWith("#"));
  const read = samples.map((line) => {
    const [, name = "", labels = "", value] =
      /^([a-z0-9_]+)((?:\{(?:[a-z]+="[^"]*",?)+\})?) (\S+)$/.exec(line) ?? [];
    expect(name, line).not.toBe("");
    return [name + sorted(labels), Number(value)] as const;
  });
  expect(new Set(read.map(([name]) => name)).size).toBe(read.length);
  // All of a name stand together, below what they are.
  const types = lines.filter((line) => line.startsWith("# TYPE"));
  expect(new Set(types).size).toBe(types.length);
  return new Map(read);
}

/** The process last; other labels as they come. */
function sorted(labels: string): string {
  const process = /process="\d+"/.exec(labels)?.[0];
  const others = labels.slice(1, -1).match(/[a-z]+="[^"]*"/g) ?? [];
  const all = [
    ...others.filter((label) => label !== process).sort(),
    ...(process ? [process] : []),
  ];
  return all.length > 0 ? `{${all.join()}}` : "";
}

/** Of all processes. */
function sum(samples: Samples, name: string, labels = ""): number {
  const pattern = new RegExp(`^${name}\\{${labels && `${labels},`}process="\\d+"\\}$`);
  return [...samples].reduce((all, [key, value]) => (pattern.test(key) ? all + value : all), 0);
}

describe("metrics", () => {
  it("count each request once, whichever process it came to", { timeout: 90_000 }, async () => {
    const [databaseUrl, port] = [await createDatabase(), await freePort()];
    const program = startProgram(await makeDataDir(), {
      WORKERS: "2",
      DATABASE_URL: databaseUrl,
      DEMO: "0",
      METRICS_PORT: String(port),
      METRICS_TOKEN: token,
    });
    const url = await program.ready();
    const at = `http://127.0.0.1:${port}/metrics`;
    const connection = connect(databaseUrl, { most: 1 });
    onTestFinished(connection.close);
    const request = (path: string, init: RequestInit = {}) =>
      // A line of its own each, so that both processes are asked.
      fetch(url + path, {
        ...init,
        headers: {
          origin: url,
          connection: "close",
          ...Object.fromEntries(new Headers(init.headers)),
        },
      });
    const part = await aStockedPart({ shop: connection } as unknown as OpenShop);
    const before = await scrape(at);

    const vera = await signUp({ request });
    for (let count = 0; count < 12; count++) await placeOrder(vera, part);
    for (let count = 0; count < 20; count++) await (await request("/api/reviews")).text();
    expect((await request("/api/ledger")).status).toBe(401);
    const leave = new AbortController();
    await request("/api/live", { signal: leave.signal });

    const after = await scrape(at);
    const more = (name: string, labels = "") =>
      sum(after, name, labels) - sum(before, name, labels);
    expect(more("shop_request_seconds_count", 'call="POST /api/orders"')).toBe(12);
    expect(more("shop_request_seconds_bucket", 'call="POST /api/orders",le="\\+Inf"')).toBe(12);
    expect(more("shop_request_seconds_count", 'call="POST /api/identity/sign-up"')).toBe(1);
    expect(more("shop_refusals_total", 'status="401"')).toBe(1);
    const [hits, misses] = ["hit", "miss"].map((result) =>
      more("shop_prepared_answers_total", `result="${result}"`),
    );
    expect((hits ?? 0) + (misses ?? 0)).toBe(20);
    // 12 orders, 20 lists, 1 account; the stream has no end yet.
    expect(more("shop_answers_total", 'status="2xx"')).toBe(33);
    expect(hits).toBeGreaterThan(10);
    expect(sum(after, "shop_live_connections")).toBe(1);
    for (const place of ["1", "2"]) {
      expect(after.get(`process_resident_memory_bytes{process="${place}"}`)).toBeGreaterThan(1e7);
      expect(
        after.get(`shop_request_seconds_count{call="POST /api/orders",process="${place}"}`),
      ).toBeGreaterThan(0);
    }
    // Said once, and not by each.
    expect(after.get("shop_database_up")).toBe(1);
    expect(after.get('shop_jobs{kind="reconcile",state="waiting"}')).toBe(1);
    expect(after.get('shop_database_connections{state="idle"}')).toBeGreaterThan(1);
    expect([...after.keys()].filter((name) => name.startsWith("shop_orders"))).toEqual([]);
    leave.abort();

    expect((await fetch(at)).status).toBe(401);
    expect((await fetch(at, { headers: { authorization: "Bearer wrong" } })).status).toBe(401);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await request("/metrics")).status).toBe(404);
  });
});
