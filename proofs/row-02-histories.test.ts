// Row 2: random histories of sixteen people at once, against a model of what they were answered.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { StockEdited } from "#contract/inventory.ts";
import type { Order } from "#contract/orders.ts";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import { pick, random, randomBelow } from "#tests/random.ts";
import { moneyFaults } from "./money.ts";
import { addPart, dropLetters, intentIn, refundAll } from "./orders.ts";
import { type Member, signUpMany } from "./people.ts";
import { control, full, report } from "./report.ts";
import { sendJson } from "./send-request.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";

const actors = 16;
const adminCount = 3;

type Known = { order: Order; owner: Member; cancelled: number; paid: boolean };

type World = {
  shop: Shop;
  parts: StockedPart[];
  people: Member[];
  orders: Map<string, Known>;
  stockChanges: Map<string, number>;
  unexpected: string[];
};

async function openWorld(shop: Shop): Promise<World> {
  const parts: StockedPart[] = [];
  for (const availablQuantity of [5, 12, 20, 40, 80, 160]) {
    const at = parts.length;
    parts.push(
      await addPart(shop, { name: `Part ${at}`, availablQuantity, minimumQuantity: at % 3 }),
    );
  }
  const people = await signUpMany(shop, actors);
  const admins = people.slice(0, adminCount).map(({ user }) => user._id);
  await shop.database.query("update users set role = 'admin' where id = any($1)", [admins]);
  return { shop, parts, people, orders: new Map(), stockChanges: new Map(), unexpected: [] };
}

async function act(world: World, steps: number): Promise<void> {
  await Promise.all(
    world.people.map(async (actor) => {
      for (let left = Math.ceil(steps / actors); left > 0; left--) await step(world, actor);
    }),
  );
}

function step(world: World, actor: Member): Promise<void> {
  const chance = random();
  if (chance < 0.4) return place(world, actor);
  if (chance < 0.6) return pay(world, actor);
  if (chance < 0.88) return cancel(world, actor);
  return changeStock(world);
}

async function place(world: World, owner: Member): Promise<void> {
  const body = orderRequest(owner, pick(world.parts), { quantity: 1 + randomBelow(8) });
  const order = await send<Order>(world, owner, "POST", "/api/orders", body);
  if (order) world.orders.set(order._id, { order, owner, cancelled: 0, paid: false });
}

async function pay(world: World, actor: Member): Promise<void> {
  const own = [...world.orders.values()].filter(({ owner, paid }) => owner === actor && !paid);
  const known = pick(own.slice(-5));
  if (!known) return;
  const { _id: order, totalPrice: price } = known.order;
  type Begun = { clientSecret: string };
  const path = "/api/create-payment-intent";
  const begun = await send<Begun>(world, actor, "POST", path, { order, price });
  if (!begun) return;
  await world.shop.cards.pay(begun.clientSecret);
  const body = { order, price, transactionId: intentIn(begun.clientSecret) };
  if (await send(world, actor, "PATCH", `/api/orders/${order}`, body)) known.paid = true;
}

async function cancel(world: World, actor: Member): Promise<void> {
  const isAdmin = world.people.indexOf(actor) < adminCount;
  const all = [...world.orders.values()].filter(({ owner }) => isAdmin || owner === actor);
  const known = pick(all.slice(-12));
  if (known && (await send(world, actor, "DELETE", `/api/orders/${known.order._id}`))) {
    known.cancelled++;
  }
}

async function changeStock(world: World): Promise<void> {
  const { id } = pick(world.parts);
  const pieces = 1 + randomBelow(12);
  const reason = randomBelow(2) === 0 ? "delivery" : "damage";
  const admin = pick(world.people.slice(0, adminCount));
  const path = `/api/parts/${id}/stock`;
  const edited = await send<StockEdited>(world, admin, "POST", path, { reason, pieces });
  const { stockChanges } = world;
  stockChanges.set(id, (stockChanges.get(id) ?? 0) + (edited?.change ?? 0));
}

async function send<Reply>(
  { shop, unexpected }: World,
  { bearer: headers }: Member,
  method: string,
  path: string,
  body?: object,
): Promise<Reply | undefined> {
  const { status, text } = await sendJson(shop.url, method, path, {
    headers,
    ...(body && { body }),
  });
  if (status === 200) return JSON.parse(text);
  if (status !== 409) unexpected.push(`${method} ${path}: ${status} ${text}`);
  return undefined;
}

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
        where part_id = parts.id and state in ('unpaid', 'paid')) as held,
      (select sum(on_hand_change)::int from inventory_movements where part_id = parts.id) as ever
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
    select from (select *, coalesce(sum(on_hand_change - reserved_change) over
        (partition by part_id order by id rows between unbounded preceding and 1 preceding), 0)
        as available from inventory_movements) m
      join parts on parts.id = m.part_id where m.reason = 'reserve'
        and (reserved_change <= minimum_quantity or reserved_change >= available)`);
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
    const expectedComplaints = /stock_reserved_in_bounds/;
    const world = await open({ faults: ["readThenWrite"], expectedComplaints });
    expect((await watch(world, act(world, 480))).faults).not.toEqual([]);
    expect(await faultsAfter(world)).not.toEqual([]);
  });
});
