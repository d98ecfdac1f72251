// Row 46: a million events at once are worked off without a pause for visitors.
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { makeDataDir, runProgram } from "#tests/start-program.ts";
import { addPart, adminOf } from "./orders.ts";
import { plantFaults } from "./plant-faults.ts";
import { control, full, report } from "./report.ts";
import { startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

const many = 1_000_000;
const firstCents = 4_550;
const pauseMs = 5;
/** A pause that a visitor notices. */
const longestMs = 1_000;

async function prove(count: number, faults: readonly string[] = []) {
  const folder = await plantFaults(faults);
  await cp("tests/consume-outbox.ts", join(folder, "server/consume-outbox.ts"));
  const shop = await startShop({ folder, expectedComplaints: /./ });
  const part = await addPart(shop, { priceCents: firstCents });
  const admin = await adminOf(shop);
  const paths = ["/", "/product", `/api/purchase/${part.id}`, "/api/parts?limit=49"];
  const visit = async (path: string) => {
    const began = performance.now();
    const response = await shop.request(path);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    return performance.now() - began;
  };
  const visitUntil = async (isOver: () => boolean) => {
    const times: number[] = [];
    for (let at = 0; !isOver(); at++) {
      times.push(await visit(paths[at % paths.length] ?? "/"));
      await sleep(pauseMs);
    }
    return times;
  };
  const begun = performance.now();
  const usual = await visitUntil(() => performance.now() > begun + 3_000);
  await shop.database.query("create table effects (consumer text, event bigint)");
  const { url } = shop.database;
  const consumer = runProgram(
    process.execPath,
    ["server/consume-outbox.ts", url, "counts"],
    await makeDataDir(),
    {},
    folder,
  );
  await consumer.ready();
  let isOver = false;
  const visiting = visitUntil(() => isOver);
  await shop.database.query(
    `insert into outbox (name, about, tags, data)
    select 'part.changed', id, array['part:' || id], '{"price": 1}'
    from (select gen_random_uuid()::text as id from generate_series(1, $1::int)) parts`,
    [count],
  );
  const stored = performance.now();
  const changed = await admin.send("PATCH", `/api/parts/${part.id}`, { price: 99 });
  const { price } = await (await shop.request(`/api/purchase/${part.id}`)).json();
  const told = performance.now() - stored;
  const isLeft = "select count(*)::int as left from event_consumers where event_id < $1";
  await expect
    .poll(() => shop.database.query(isLeft, [count]), { timeout: 900_000, interval: 500 })
    .toEqual([{ left: 0 }]);
  const seconds = (performance.now() - stored) / 1_000;
  isOver = true;
  const times = await visiting;
  const [consumed] = await shop.database.query<{ rows: number; events: number }>(
    "select count(*)::int as rows, count(distinct event)::int as events from effects",
  );
  const slowest = Math.max(...times);
  const faultsSeen = [
    ...(changed.status === 200 && price === 99 ? [] : [`The new price is shown as ${price}`]),
    ...(consumed && consumed.rows === consumed.events && consumed.events > count
      ? []
      : [`The consumer has ${consumed?.rows} effects of ${consumed?.events} events`]),
    ...(slowest <= longestMs ? [] : [`A visitor waited ${slowest.toFixed(0)} ms`]),
  ];
  const ms = (all: number[]) => `${quantile(all, 0.95).toFixed(1)} ms`;
  const figure = `${count.toLocaleString("en")} events; a consumer had them after ${seconds.toFixed(0)} s, a change made behind them was shown after ${told.toFixed(0)} ms; ${times.length} visits meanwhile: p95 ${ms(times)} (before ${ms(usual)}), slowest ${slowest.toFixed(0)} ms`;
  return { faults: faultsSeen, figure };
}

describe("row 46: a full outbox", () => {
  it("is worked off without a pause for visitors", async () => {
    const { faults, figure } = await prove(full ? many : 20_000);
    report({
      check: "a million events at once",
      target: "no visitor waits a second, nobody sees what was before, the consumer has each once",
      figure,
      faults,
    });
  });

  control("finds a process that hands over all at once", async () => {
    const { faults } = await prove(many, ["readsAllEvents"]);
    expect(faults).not.toEqual([]);
  });
});
