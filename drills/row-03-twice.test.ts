// Row 3: the same order many times at the same moment, by one key, by none, and by one key that
// was used for another order; and the payment of it asked for as often.
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { NewOrder, Order } from "#contract/orders.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { aStockedPart, orderRequest, type StockedPart } from "#tests/orders.ts";
import { openPayingShop, type PayingShop } from "#tests/paying-shop.ts";
import { eachOf } from "./ask.ts";
import { addCrowd, counted, type Member, post } from "./crowd.ts";
import { full, report } from "./drill.ts";
import { type Timed, timed } from "./measure.ts";

const times = 20;
const many = full ? 1_000 : 12;

/** In place of the product's own ways, when a test says so: each asking is a new one. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/orders/place-order.ts"), async (original) => {
  const actual = await original();
  const placeOrder: typeof actual.placeOrder = (shop, person, body) =>
    actual.placeOrder(shop, person, known.bad ? { ...body, key: crypto.randomUUID() } : body);
  return { ...actual, placeOrder };
});
vi.mock(import("#server/modules/payments/store.ts"), async (original) => {
  const actual = await original();
  const findLivePayment: typeof actual.findLivePayment = async (...given) =>
    known.bad ? undefined : actual.findLivePayment(...given);
  return { ...actual, findLivePayment };
});

type World = { shop: PayingShop; part: StockedPart; crowd: Member[] };

async function open(): Promise<World> {
  const shop = await openPayingShop({ webhooks: "hold" });
  // Letters are not what is drilled.
  await shop.shop.letters.stop();
  const part = await aStockedPart(shop, { availablQuantity: 1_000_000 });
  return { shop, part, crowd: await addCrowd(shop, 16) };
}

/** What was answered: how often which status, and how many different orders. */
type Found = { statuses: Record<string, number>; orders: number };

const idsIn = (answers: Timed[]) =>
  new Set(answers.filter(({ status }) => status === 200).map(({ text }) => JSON.parse(text)._id));

async function storedFor({ shop }: World, address: string): Promise<number> {
  return (await queryRows(shop.shop.db, sql`select from orders where address = ${address}`)).length;
}

/** Each order names an address of its own, so that what came of it can be counted. */
function orderBy({ part, crowd }: World, at: number, way: string): [Member, NewOrder] {
  const member = crowd[at % crowd.length] as Member;
  return [member, orderRequest(member, part, { address: `${way} ${at}` })];
}

const atOnce = <Result>(ask: (time: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: times }, (_, time) => ask(time)));

/** What is right of each way, and what was found. */
const ways: Record<string, (world: World, at: number) => Promise<{ found: Found; right: Found }>> =
  {
    "the same key": async (world, at) => {
      const [member, order] = orderBy(world, at, "the same key");
      const answers = await atOnce(() => post(world.shop.url, member, order));
      return judged(world, order.address, answers, { 200: times });
    },
    "no key": async (world, at) => {
      const [member, { key: _, ...order }] = orderBy(world, at, "no key");
      const answers = await atOnce(() => post(world.shop.url, member, order));
      return judged(world, order.address, answers, { 200: times });
    },
    "the same key with another body": async (world, at) => {
      const [member, order] = orderBy(world, at, "another body");
      const others = { ...order, phone: "another" };
      const answers = await atOnce((time) =>
        post(world.shop.url, member, time % 2 ? order : others),
      );
      return judged(world, order.address, answers, { 200: times / 2, 422: times / 2 });
    },
  };

async function judged(
  world: World,
  address: string,
  answers: Timed[],
  statuses: Record<string, number>,
): Promise<{ found: Found; right: Found }> {
  const ids = idsIn(answers);
  const stored = await storedFor(world, address);
  return {
    found: {
      statuses: counted(answers.map(({ status }) => status)),
      orders: Math.max(ids.size, stored),
    },
    right: { statuses, orders: 1 },
  };
}

/** How it was answered, and how many secrets were told. */
async function askToPay({ shop }: World, order: Order, { headers }: Member) {
  const body = { order: order._id, price: order.totalPrice };
  const answers = await atOnce(() =>
    timed(shop.url, "POST", "/api/create-payment-intent", { headers, body }),
  );
  return {
    statuses: counted(answers.map(({ status }) => status)),
    secrets: new Set(answers.map(({ text }) => JSON.parse(text).clientSecret)).size,
  };
}

/** By the provider's own book, for each order. */
function intentsOf({ shop }: World): Record<string, number> {
  return counted(shop.cards.intents(1_000_000).map(({ metadata }) => metadata.order ?? ""));
}

describe("row 3: the same order many times at once", () => {
  it.each(Object.entries(ways))("by %s is one order", async (way, tryOnce) => {
    const world = await open();
    const numbers = Array.from({ length: many }, (_, at) => at);
    const faults = await eachOf(numbers, async (at) => faultOf(await tryOnce(world, at)), 4);
    const wrong = faults.filter(Boolean);
    report({
      row: 3,
      check: `the same order ${times} times in parallel: ${way}`,
      target: way.includes("another") ? "1 order, the other body 422" : "1 order, the same answer",
      figure: `${many} orders × ${times} = ${many * times} asked, ${wrong.length} otherwise`,
      pass: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
  });

  it("has one payment, however often it is asked for", async () => {
    const world = await open();
    const numbers = Array.from({ length: many }, (_, at) => at);
    const right = { statuses: { 200: times }, secrets: 1 };
    const faults = await eachOf(
      numbers,
      async (at) => {
        const [member, order] = orderBy(world, at, "to be paid");
        const { text } = await post(world.shop.url, member, order);
        return faultOf({ found: await askToPay(world, JSON.parse(text), member), right });
      },
      2,
    );
    const intents = Object.values(intentsOf(world));
    const wrong = [...faults.filter(Boolean), ...intents.filter((count) => count !== 1)];
    expect(intents).toHaveLength(many);
    report({
      row: 3,
      check: `the payment of an order asked for ${times} times in parallel`,
      target: "1 payment intent at the provider",
      figure: `${many} orders × ${times} = ${many * times} asked, ${wrong.length} otherwise`,
      pass: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
  });
});

function faultOf({ found, right }: { found: object; right: object }): string | undefined {
  const said = JSON.stringify(found);
  return said === JSON.stringify(right) ? undefined : said;
}

describe("row 3 would tell", () => {
  it.each(Object.entries(ways))("a shop that forgets keys, by %s", async (_, tryOnce) => {
    const world = await open();
    known.bad = true;
    try {
      expect((await tryOnce(world, 0)).found).toEqual({ statuses: { 200: times }, orders: times });
    } finally {
      known.bad = false;
    }
  });

  it("a shop that begins a payment each time", async () => {
    const world = await open();
    const [member, order] = orderBy(world, 0, "to be paid");
    const { text } = await post(world.shop.url, member, order);
    await world.shop.shop.db.execute(sql`drop index payments_one_live`);
    known.bad = true;
    try {
      const { secrets } = await askToPay(world, JSON.parse(text), member);
      expect([secrets, Object.values(intentsOf(world))]).toEqual([times, [times]]);
    } finally {
      known.bad = false;
    }
  });
});
