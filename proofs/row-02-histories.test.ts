// Row 2: random histories of sixteen people at once, against a model of what they were answered.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { act, openWorld, type World } from "./histories.ts";
import { moneyFaults } from "./money.ts";
import { dropLetters, refundAll } from "./orders.ts";
import { control, full, report } from "./report.ts";
import { type Options, startShop } from "./start-shop.ts";

const steps = full ? 20_000 : 240;

async function open(options: Options = {}): Promise<World> {
  const shop = await startShop(options);
  await dropLetters(shop);
  return openWorld(shop);
}

/** True at every moment: one statement sees one moment. */
async function faultsNow({ shop }: World): Promise<string[]> {
  const rows = await shop.database.query<Record<"stock" | "held" | "ever", number>>(`
    select name, availabl_quantity as stock,
      (select coalesce(sum(quantity), 0)::int from orders
        where part_id = parts.id and state in ('unpaid', 'paid', 'refunding')) as held,
      (select sum(change)::int from stock_movements
        where part_id = parts.id and reason in ('stocked', 'by hand')) as ever
    from parts`);
  const wrong = rows.filter(({ stock, held, ever }) => stock < 0 || stock + held !== ever);
  return wrong.map((row) => JSON.stringify(row));
}

async function watch(world: World, acting: Promise<void>) {
  const faults = new Set<string>();
  let looks = 0;
  let isOver = false;
  void acting.finally(() => {
    isOver = true;
  });
  for (; !isOver; looks++) {
    for (const fault of await faultsNow(world)) faults.add(fault);
    await sleep(5);
  }
  return { looks, faults: [...faults] };
}

async function faultsAfter(world: World): Promise<string[]> {
  const { shop, orders, parts, stockChanges } = world;
  const { query } = shop.database;
  const rows = await query<{ id: string; state: string }>("select id, state from orders");
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const faults = [...world.unexpected];
  if (rows.length !== orders.size) faults.push(`${rows.length} orders, answered ${orders.size}`);
  for (const [id, { cancelled, paid }] of orders) {
    const state = states.get(id) ?? "missing";
    const isOpen = state === "unpaid" || state === "paid";
    if (cancelled !== (isOpen ? 0 : 1)) faults.push(`${id} ${state}, cancelled ${cancelled} times`);
    if (paid && state !== "paid" && state !== "refunded") faults.push(`${id} paid, now ${state}`);
  }
  const stocks = await query<{ id: string; stock: number }>(
    "select id, availabl_quantity as stock from parts",
  );
  for (const { id, name, availablQuantity } of parts) {
    const held = [...orders.values()]
      .filter(({ order, cancelled }) => order.part === id && cancelled === 0)
      .reduce((sum, { order }) => sum + order.quantity, 0);
    const right = availablQuantity + (stockChanges.get(id) ?? 0) - held;
    const stock = stocks.find((row) => row.id === id)?.stock;
    if (stock !== right) faults.push(`${name}: ${stock} left, by the answers ${right}`);
  }
  // Strictly more than the minimum and strictly less than was available.
  const against = await query(`
    select from stock_movements m join parts on parts.id = m.part_id where m.reason = 'ordered'
      and (-change <= minimum_quantity or -change >= after - change)`);
  if (against.length > 0) faults.push(`${against.length} orders against the rule`);
  return faults;
}

describe("row 2: histories", () => {
  it("leave the stock as the model says, at every moment and at the end", async () => {
    const world = await open();
    const { looks, faults } = await watch(world, act(world, steps));
    await refundAll(world.shop);
    faults.push(...(await faultsAfter(world)), ...(await moneyFaults(world.shop)));
    const [states] = await world.shop.database.query<{ all: string }>(`
      select string_agg(many || ' ' || state, ', ' order by state) as all
      from (select state, count(*) as many from orders group by state) each`);
    report({
      check: "place, pay, cancel, refund and change stock, 16 people at once, against a model",
      target: "20,000 steps: never over stock, never below 0",
      figure: `${steps} steps, ${world.orders.size} orders (${states?.all}), looked at ${looks} times`,
      faults,
    });
    expect(states?.all).toMatch(/cancelled.*paid.*refunded.*unpaid/);
  });

  control("find a shop that reads the stock first and writes it later", async () => {
    const expectedComplaints = /parts_stock_not_negative/;
    const world = await open({ faults: ["readThenWrite"], expectedComplaints });
    expect((await watch(world, act(world, 480))).faults).not.toEqual([]);
    expect(await faultsAfter(world)).not.toEqual([]);
  });
});
