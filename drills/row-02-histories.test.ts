// Row 2: generated histories of sixteen people at once, against a model of what they were told.
import { setTimeout as rest } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openPayingShop, runDueJobs } from "#tests/paying-shop.ts";
import { full, report } from "./drill.ts";
import { live, openWorld, type World } from "./histories.ts";
import { moneyFaults } from "./money.ts";
import { seed } from "./seed.ts";

const steps = full ? 20_000 : 240;

/** In place of the product's own way, when a test says so. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/orders/place-order.ts"), async (original) => {
  const actual = await original();
  const placeOrder: typeof actual.placeOrder = async (...given) => {
    if (!known.bad) return actual.placeOrder(...given);
    const { readThenWrite } = await import("./read-then-write.ts");
    return readThenWrite()(...given);
  };
  return { ...actual, placeOrder };
});

async function open(): Promise<World> {
  const shop = await openPayingShop();
  // Letters are not what is drilled.
  await shop.shop.letters.stop();
  await shop.shop.db.execute(sql`delete from parts`);
  return openWorld(shop);
}

const held = ["unpaid", "paid", "refunding"];

/** True at every moment, also amid everything: one statement sees one moment. */
async function faultsNow({ shop }: World): Promise<string[]> {
  const { db } = shop.shop;
  const rows = await queryRows<{ name: string; stock: number; held: number; ever: number }>(
    db,
    sql`
    select name, availabl_quantity as stock,
      (select coalesce(sum(quantity), 0)::int from orders
        where part_id = parts.id and state in ${held}) as held,
      (select sum(change)::int from stock_movements
        where part_id = parts.id and reason in ('stocked', 'by hand')) as ever
    from parts`,
  );
  return rows.flatMap((row) =>
    row.stock >= 0 && row.stock + row.held === row.ever
      ? []
      : [`${row.name}: ${row.stock} there, ${row.held} ordered, of ${row.ever} ever`],
  );
}

/** Looks all the while that others act; answers how often it looked, and what was wrong. */
async function watch(world: World, acting: Promise<void>) {
  const faults = new Set<string>();
  let looks = 0;
  let isOver = false;
  void acting.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const fault of await faultsNow(world)) faults.add(fault);
    looks++;
    await rest(5);
  }
  return { looks, faults: [...faults] };
}

/** Once all is quiet: what is kept, and what everybody was told. */
async function faultsAfter(world: World): Promise<string[]> {
  const { shop, orders, parts, edits } = world;
  const { db } = shop.shop;
  const rows = await queryRows<{ id: string; state: string }>(
    db,
    sql`select id, state from orders`,
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const faults = [...world.odd];
  if (rows.length !== orders.size) faults.push(`${rows.length} orders, ${orders.size} were told`);
  for (const [id, { cancelled, paid }] of orders) {
    const state = states.get(id) ?? "gone";
    const isOpen = state === "unpaid" || state === "paid";
    if (cancelled !== (isOpen ? 0 : 1)) faults.push(`${id} ${state}, cancelled ${cancelled} times`);
    if (paid && state !== "paid" && state !== "refunded") faults.push(`${id} paid, now ${state}`);
  }
  const stocks = await queryRows<{ id: string; stock: number }>(
    db,
    sql`
    select id, availabl_quantity as stock from parts`,
  );
  for (const { id, name, availablQuantity } of parts) {
    const sold = [...orders.values()].filter(({ order, cancelled }) => {
      return order.part === id && cancelled === 0;
    });
    const reserved = sold.reduce((sum, { order }) => sum + order.quantity, 0);
    const right = availablQuantity + (edits.get(id) ?? 0) - reserved;
    const stock = stocks.find((row) => row.id === id)?.stock;
    if (stock !== right) faults.push(`${name}: ${stock} there, by the answers ${right}`);
  }
  // More than the minimum, and less than was there: neither itself.
  const against = await queryRows(
    db,
    sql`
    select from stock_movements m join parts on parts.id = m.part_id where m.reason = 'ordered'
      and (-change <= minimum_quantity or -change >= after - change)`,
  );
  if (against.length > 0) faults.push(`${against.length} orders against the rule`);
  return faults;
}

describe("row 2: histories", () => {
  it("leave the stock as the model says, at every moment and at the end", async () => {
    const world = await open();
    const { looks, faults } = await watch(world, live(world, steps));
    await runDueJobs(world.shop);
    await expect
      .poll(() => queryRows(world.shop.shop.db, sql`select from orders where state = 'refunding'`))
      .toHaveLength(0);
    faults.push(...(await faultsAfter(world)), ...(await moneyFaults(world.shop)));
    const states = await queryRows<{ all: string }>(
      world.shop.shop.db,
      sql`
      select string_agg(many || ' ' || state, ', ' order by state) as all
      from (select state, count(*) as many from orders group by state) each`,
    );
    report({
      row: 2,
      check: "place, pay, cancel, refund and count anew by 16 people at once, against a model",
      target: "20,000 steps: never over stock, never below 0",
      figure: `${steps} steps, ${world.orders.size} orders (${states[0]?.all}), looked at ${looks} times, ${faults.length} faults`,
      pass: faults.length === 0,
    });
    expect(faults, `seed ${seed}`).toEqual([]);
    // All of it did happen.
    expect(states[0]?.all).toMatch(/cancelled.*paid.*refunded.*unpaid/);
  });
});

describe("row 2 would tell", () => {
  it("who looks first and writes then", async () => {
    // The database's own last word.
    expectWarning(/parts_stock_not_negative/);
    const world = await open();
    known.bad = true;
    try {
      const { faults } = await watch(world, live(world, 480));
      expect(faults).not.toEqual([]);
      expect(await faultsAfter(world)).not.toEqual([]);
    } finally {
      known.bad = false;
    }
  });
});
