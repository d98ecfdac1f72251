// Row 47: many buyers' baskets of the same parts, merged in two tabs and ordered at once, at two processes.

import { describe, expect, it } from "vitest";
import type { Basket } from "#contract/baskets.ts";
import type { Checkout } from "#contract/checkout.ts";
import type { Order } from "#contract/orders.ts";
import { setUpDelivery } from "#tests/basket-order.ts";
import { anAddress } from "#tests/builders/address.ts";
import { randomBelow, sample } from "#tests/random.ts";
import { addPart, adminOf } from "./orders.ts";
import type { Member } from "./people.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently, sendJson, type TimedResponse } from "./send-request.ts";
import type { Options, Shop } from "./start-shop.ts";
import { openTrade } from "./trade.ts";

const rounds = full ? Number(process.env.ROUNDS ?? 50) : 2;
const buyerCount = full ? 200 : 12;
const partCount = 12;
const stock = 10;

const address = anAddress();

type Quantities = Map<string, number>;
type Opened = { shop: Shop; buyers: Member[] };

async function open(options: Options = {}): Promise<Opened> {
  const env = { WORKERS: "2", RATE_LIMIT_FACTOR: "1000000", RESERVATION_FACTOR: "1000000" };
  const opened = await openTrade({ buyerCount, env, expectedComplaints, ...options });
  await setUpDelivery(await adminOf(opened.shop));
  await mapConcurrently(opened.buyers, async (buyer) => {
    const edited = await send(opened.shop, buyer.bearer, "PATCH", "/api/checkout", { address });
    expect(edited.status).toBe(200);
  });
  return opened;
}

let overloaded = 0;

/** 503: the machine has more to do than it can, and asks to come again. Adding twice would add twice. */
async function send(
  { url }: Shop,
  headers: object,
  method: string,
  path: string,
  body?: object,
): Promise<TimedResponse> {
  for (;;) {
    const answer = await sendJson(url, method, path, { headers: { ...headers }, body });
    const mayRepeat = method !== "POST" || path === "/api/checkout/place";
    if (answer.status !== 503 || !mayRepeat) return answer;
    overloaded++;
  }
}

const expectedComplaints = /timeout exceeded when trying to connect|The request took too long/;

const aQuantity = () => 1 + randomBelow(2);

function choose(parts: readonly string[], count: number): Quantities {
  return new Map(sample(parts, count).map((part) => [part, aQuantity()]));
}

const toLines = (quantities: Quantities) =>
  [...quantities].map(([part, quantity]) => ({ part, quantity }));

const linesIn = ({ text }: TimedResponse): Quantities =>
  new Map((JSON.parse(text) as Basket).lines.map(({ _id, quantity }) => [_id, quantity]));

const write = (quantities: Quantities) => JSON.stringify([...quantities].sort());

/** What somebody put in before the sign-in comes to what they had, in two tabs, while a third adds. */
async function fill(shop: Shop, { bearer }: Member, parts: string[]) {
  const faults: string[] = [];
  const own = choose(parts, 3);
  const brought = choose(parts, 3);
  const more = parts.find((part) => !own.has(part) && !brought.has(part)) ?? "";
  const put = (headers: object, quantities: Quantities) =>
    send(shop, headers, "PUT", "/api/basket/lines", { lines: toLines(quantities) });
  const [visited, kept] = await Promise.all([put({}, brought), put(bearer, own)]);
  const cookie = `${visited.headers["set-cookie"]}`.split(";")[0] ?? "";
  const tab = { ...bearer, cookie };
  const added = { lines: [{ part: more, quantity: 1 }] };
  const answers = await Promise.all([
    send(shop, tab, "GET", "/api/basket"),
    send(shop, tab, "POST", "/api/basket/lines", added),
    send(shop, bearer, "POST", "/api/basket/lines", added),
    send(shop, tab, "GET", "/api/basket"),
  ]);
  const failed = [visited, kept, ...answers].filter(({ status }) => status !== 200);
  for (const { status, text } of failed) faults.push(`${status} ${text}`);
  const wanted: Quantities = new Map([...own, [more, 2]]);
  for (const [part, quantity] of brought) {
    wanted.set(part, Math.max(quantity, wanted.get(part) ?? 0));
  }
  const found = await send(shop, bearer, "GET", "/api/basket");
  if (write(linesIn(found)) !== write(wanted)) {
    faults.push(`merged ${write(linesIn(found))} instead of ${write(wanted)}`);
  }
  return { faults, wanted };
}

async function order(shop: Shop, { bearer }: Member): Promise<TimedResponse> {
  const { text } = await send(shop, bearer, "GET", "/api/checkout");
  let { total } = (JSON.parse(text) as Checkout).quote;
  const key = crypto.randomUUID();
  for (let attempt = 0; ; attempt++) {
    const body = { key, expectedTotal: total };
    const placed = await send(shop, bearer, "POST", "/api/checkout/place", body);
    const { error } = JSON.parse(placed.text);
    // Others were faster: what is left is ordered at its total of now.
    if (attempt === 5 || !error?.present?.quote?.pieces) return placed;
    total = error.present.quote.total;
  }
}

/** Each line is either in the order or still in the basket. */
async function findLost(shop: Shop, buyer: Member, wanted: Quantities, placed: TimedResponse) {
  const left = linesIn(await send(shop, buyer.bearer, "GET", "/api/basket"));
  const lines = placed.status === 200 ? (JSON.parse(placed.text) as Order).lines : [];
  const parts = lines.flatMap(({ kind, part }) => (kind === "part" && part ? [part] : []));
  const found = [...parts, ...left.keys()].sort();
  const isRight = JSON.stringify(found) === JSON.stringify([...wanted.keys()].sort());
  return isRight ? [] : [`of ${write(wanted)} ordered ${parts}, left ${write(left)}`];
}

async function findOversold({ database }: Shop, parts: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ ordered: number; reserved: number; held: number }>(
    `select (select coalesce(sum(quantity), 0)::int from order_lines
        where part_id = s.part_id and kind = 'part') as ordered, s.reserved,
      (select coalesce(sum(quantity), 0)::int from reservations where part_id = s.part_id) as held
    from stock s where part_id = any($1)`,
    [parts],
  );
  return rows
    .filter(
      ({ ordered, reserved, held }) => ordered >= stock || ordered !== reserved || ordered !== held,
    )
    .map((row) => `oversold or lost: ${JSON.stringify(row)}`);
}

async function trade({ shop, buyers }: Opened) {
  const added = await mapConcurrently([...Array(partCount).keys()], () =>
    addPart(shop, { minimumQuantity: 0, availablQuantity: stock }),
  );
  const parts = added.map(({ id }) => id);
  const filled = await mapConcurrently(buyers, (buyer) => fill(shop, buyer, parts));
  const placed = await Promise.all(buyers.map((buyer) => order(shop, buyer)));
  const refused = placed.filter(({ status }) => ![200, 409].includes(status));
  const lost = await mapConcurrently(buyers, (buyer, at) =>
    findLost(shop, buyer, filled[at]?.wanted ?? new Map(), placed[at] as TimedResponse),
  );
  const oversold = await findOversold(shop, parts);
  await shop.database.query("delete from baskets");
  return {
    orders: placed.filter(({ status }) => status === 200).length,
    faults: [
      ...filled.flatMap(({ faults }) => faults),
      ...refused.map(({ status, text }) => `${status} ${text}`),
      ...lost.flat(),
      ...oversold,
    ],
  };
}

describe("row 47: baskets of the same parts", () => {
  it("are merged and ordered: nothing oversold, lost or doubled, and no deadlock is answered", async () => {
    const opened = await open();
    const faults: string[] = [];
    let orders = 0;
    for (let round = 0; round < rounds; round++) {
      const traded = await trade(opened);
      orders += traded.orders;
      faults.push(...traded.faults.map((fault) => `round ${round}: ${fault}`).slice(0, 5));
    }
    expect(orders).toBeGreaterThan(rounds);
    report({
      check: `${buyerCount} buyers of ${partCount} parts at two processes, merged in two tabs`,
      target: "50 rounds: never oversold, no 500, no line lost or doubled",
      figure: `${rounds} rounds, ${rounds * buyerCount} baskets merged, ${orders} orders, ${overloaded} times 503`,
      faults,
    });
  });

  control("finds a shop that adds up what is in both baskets", async () => {
    const { faults } = await trade(await open({ faults: ["addAtMerge"] }));
    expect(faults.join()).toContain("merged");
  });

  control("finds a shop that reads the stock without a lock", async () => {
    const { faults } = await trade(await open({ faults: ["readThenWrite"] }));
    expect(faults.join()).toContain("oversold");
  });
});
