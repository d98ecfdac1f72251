// Row 3: the same order many times at once, by one key, no key, or the key of another order.
import { beforeAll, describe, expect, it } from "vitest";
import type { NewOrder, Order } from "#contract/orders.ts";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import type { Member } from "./people.ts";
import { control, full, report } from "./report.ts";
import { countEach, mapConcurrently, sendJson, type TimedResponse } from "./send-request.ts";
import type { Shop } from "./start-shop.ts";
import { openTrade } from "./trade.ts";

const times = 20;
const orderCount = full ? 1_000 : 4;
const numbers = Array.from({ length: orderCount }, (_, at) => at);

type World = { shop: Shop; part: StockedPart; buyers: Member[] };

const open = (faults: string[] = []) => openTrade({ buyerCount: 8, faults });

let right: World;
beforeAll(async () => {
  right = await open();
});

const post = ({ shop }: World, { bearer: headers }: Member, path: string, body: object) =>
  sendJson(shop.url, "POST", path, { headers, body });

const atOnce = <Result>(work: (time: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: times }, (_, time) => work(time)));

const statusesOf = (answers: TimedResponse[]) => countEach(answers.map(({ status }) => status));

/** Each order has an address of its own, by which its rows are counted. */
function orderOf({ part, buyers }: World, way: string, at: number): [Member, NewOrder] {
  const buyer = buyers[at % buyers.length] as Member;
  return [buyer, orderRequest(buyer, part, { address: `${way} ${at}` })];
}

const ways: Record<string, (order: NewOrder, time: number) => Partial<NewOrder>> = {
  "the same key": (order) => order,
  "no key": ({ key: _, ...order }) => order,
  "the same key with another body": (order, time) => (time % 2 ? { ...order, phone: "1" } : order),
};

async function placeOften(world: World, way: string, at: number) {
  const [buyer, order] = orderOf(world, way, at);
  const answers = await atOnce((time) =>
    post(world, buyer, "/api/orders", ways[way]?.(order, time) ?? {}),
  );
  const taken = answers.filter(({ status }) => status === 200);
  const rows = await world.shop.database.query("select from orders where address = $1", [
    order.address,
  ]);
  return {
    statuses: statusesOf(answers),
    orders: Math.max(rows.length, new Set(taken.map(({ text }) => JSON.parse(text)._id)).size),
  };
}

async function beginPaymentOften(world: World, at: number) {
  const [buyer, body] = orderOf(world, "to be paid", at);
  const order = JSON.parse((await post(world, buyer, "/api/orders", body)).text) as Order;
  const asked = { order: order._id, price: order.totalPrice };
  const answers = await atOnce(() => post(world, buyer, "/api/create-payment-intent", asked));
  const intents = world.shop.cards.intents(1_000_000);
  return {
    statuses: statusesOf(answers),
    secrets: new Set(answers.map(({ text }) => JSON.parse(text).clientSecret)).size,
    intents: intents.filter(({ metadata }) => metadata.order === order._id).length,
  };
}

const unlike = (all: object[], expected: object) =>
  all.map((one) => JSON.stringify(one)).filter((one) => one !== JSON.stringify(expected));

function reportFaults(check: string, target: string, wrong: string[]): void {
  const figure = `${orderCount} orders × ${times} = ${orderCount * times} requests`;
  report({ check, target, figure, faults: wrong });
}

describe("row 3: the same order many times at once", () => {
  it.each(Object.keys(ways))("by %s is one order", async (way) => {
    const found = await mapConcurrently(numbers, (at) => placeOften(right, way, at), 4);
    const isOther = way.includes("another");
    const statuses = isOther ? { 200: times / 2, 409: times / 2 } : { 200: times };
    const target = isOther ? "1 order, the other body 409" : "1 order, the same answer";
    const check = `the same order ${times} times in parallel: ${way}`;
    reportFaults(check, target, unlike(found, { statuses, orders: 1 }));
  });

  it("has one payment, however often it is begun", async () => {
    const found = await mapConcurrently(numbers, (at) => beginPaymentOften(right, at), 2);
    const wrong = unlike(found, { statuses: { 200: times }, secrets: 1, intents: 1 });
    const check = `the payment of an order begun ${times} times in parallel`;
    reportFaults(check, "1 payment intent at the provider", wrong);
  });

  control("is found in a shop that forgets keys and begins another payment each time", async () => {
    const faulty = await open(["forgetKeys", "beginAnotherPayment"]);
    await faulty.shop.database.query("drop index payments_one_live");
    const all = { statuses: { 200: times }, orders: times };
    for (const way of Object.keys(ways)) expect(await placeOften(faulty, way, 0)).toEqual(all);
    const payments = { secrets: times, intents: times };
    expect(await beginPaymentOften(faulty, 0)).toMatchObject(payments);
  });
});
