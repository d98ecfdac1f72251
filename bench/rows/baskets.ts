import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Checkout } from "#contract/checkout.ts";
import { Refusal } from "#contract/refusals.ts";
import type { Settings } from "#contract/settings.ts";
import { settingsTag } from "#contract/tags.ts";
import { placeCheckout } from "#server/modules/checkout/place-checkout.ts";
import { defaultSettings } from "#server/modules/settings/default-settings.ts";
import { addVersion } from "#server/modules/settings/store.ts";
import { systemClock } from "#server/platform/clock.ts";
import { connect, type Database } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { aDeliveryMethod } from "#tests/builders/settings.ts";
import { addBuyers, type Buyer, behindProxy } from "../add-buyers.ts";
import type { FigureSheet } from "../row.ts";
import { openShop, type Server } from "../servers.ts";
import { stockParts } from "../stock-parts.ts";

const maxMs = { adding: 15, placing: 25 };
const minShare = 0.4;
const linesOfFull = 200;
const additions = 300;
const linesOfOrder = 5;
const atOnce = 8;
const ordersEach = 40;
/** Of these each connection plans its statements, once. */
const ordersBefore = 10;

type Place = (buyer: Buyer, body: { key: string; expectedTotal: number }) => Promise<unknown>;
type Send = (buyer: Buyer, method: string, path: string, body?: object) => Promise<unknown>;

/** Over HTTP, durable on disk. */
export async function baskets(): Promise<FigureSheet[]> {
  const env = { ...behindProxy.env, RATE_LIMIT_FACTOR: "1000", RESERVATION_FACTOR: "1000" };
  const shop = await openShop(1_000, { env });
  const connection = connect(shop.databaseUrl, { most: 1 });
  await stockParts(connection.db, 1_000_000, 0);
  const zones = [
    { id: "home", name: "Home", places: [{ country: "*", region: "", from: "", to: "" }] },
  ];
  const value = { zones, methods: [aDeliveryMethod()], holidays: [] };
  await addVersion(connection.db, { section: "delivery", version: 1, value });
  const event = { name: "settings.saved", about: newId(), tags: [settingsTag] } as const;
  await storeEvents(connection.db, [event]);
  const rows = await queryRows<{ id: string }>(connection.db, sql`select id from parts`);
  const parts = rows.map(({ id }) => id);
  const buyers = await addBuyers(shop, connection, atOnce + 1);
  const send = sender(shop);
  await waitForDelivery(send, buyers);
  const placeOverHttp: Place = (buyer, body) => send(buyer, "POST", "/api/checkout/place", body);
  const placing = await measurePlacing(send, placeOverHttp, buyers, parts);
  const database = connect(shop.databaseUrl, { most: atOnce });
  const bare = await measurePlacing(send, placeInLoop(database.db, value), buyers, parts);
  await database.close();
  const figures = {
    "add a line to 200, p95 (ms)": await measureAdding(send, buyers, parts),
    "place five lines, 8 at once, p95 (ms)": p95(placing),
    "placing, of the same statements in a bare loop": ratio(mean(bare), mean(placing)),
  };
  await connection.close();
  await shop.stop();
  const [adding = 0, placed = 0, share = 0] = Object.values(figures);
  const missed = [
    ...(adding > maxMs.adding ? [`adding takes more than ${maxMs.adding} ms`] : []),
    ...(placed > maxMs.placing ? [`placing takes more than ${maxMs.placing} ms`] : []),
    ...(share < minShare ? [`placing is below ${minShare} of a bare loop`] : []),
  ];
  return [{ what: "baskets", figures, missed }];
}

/** The process keeps the settings that it has read before, until it hears of others. */
async function waitForDelivery(send: Send, [buyer]: Buyer[]) {
  if (!buyer) throw new Error("There is nobody who buys");
  for (;;) {
    const { countries } = (await send(buyer, "GET", "/api/checkout")) as Checkout;
    if (countries.length > 0) return;
    await setTimeout(100);
  }
}

async function measureAdding(send: Send, [buyer]: Buyer[], parts: string[]) {
  if (!buyer) throw new Error("There is nobody who buys");
  const lines = parts.slice(0, linesOfFull).map((part) => ({ part, quantity: 1 }));
  await send(buyer, "PUT", "/api/basket/lines", { lines: lines.slice(1) });
  const times: number[] = [];
  for (let time = 0; time < additions; time++) {
    const [line] = lines;
    const asked = performance.now();
    await send(buyer, "PUT", "/api/basket/lines", { lines: [line] });
    times.push(performance.now() - asked);
    await send(buyer, "DELETE", `/api/basket/lines/${line?.part}`);
  }
  return p95(times);
}

/** What the shop does to place an order, without HTTP, a session and a process of its own. */
function placeInLoop(db: Database, delivery: Settings["delivery"]): Place {
  const settings = async (): Promise<Settings> => ({ ...defaultSettings, delivery });
  const env = { RESERVATION_FACTOR: 1_000 };
  const jobs = { wake: () => {} };
  const context = { db, clock: systemClock, env, settings, jobs };
  const place = placeCheckout(context as never);
  return async ({ id, email, address }, body) => {
    const caller = { person: { _id: id, email }, address };
    const placed = await place({ body } as never, caller as never);
    if (placed instanceof Refusal) throw new Error(placed.message);
  };
}

async function measurePlacing(
  send: Send,
  place: Place,
  [, ...buyers]: Buyer[],
  parts: string[],
): Promise<number[]> {
  const times: number[] = [];
  for (let round = -ordersBefore; round < ordersEach; round++) {
    const quoted = await Promise.all(
      buyers.map(async (buyer) => ({ buyer, total: await fillBasket(send, buyer, parts) })),
    );
    const taken = quoted.map(async ({ buyer, total }) => {
      const asked = performance.now();
      await place(buyer, { key: crypto.randomUUID(), expectedTotal: total });
      return performance.now() - asked;
    });
    const took = await Promise.all(taken);
    if (round >= 0) times.push(...took);
  }
  return times;
}

const address = {
  name: "Vera",
  street: "Kaistr. 4",
  postcode: "",
  city: "Kiel",
  phone: "",
  country: "DE",
};

/** With other parts than before; what they cost. */
async function fillBasket(send: Send, buyer: Buyer, parts: string[]): Promise<number> {
  const from = Math.floor(Math.random() * (parts.length - linesOfOrder));
  const chosen = parts.slice(from, from + linesOfOrder);
  const { lines: before } = (await send(buyer, "GET", "/api/basket")) as {
    lines: { _id: string }[];
  };
  for (const { _id } of before) await send(buyer, "DELETE", `/api/basket/lines/${_id}`);
  const lines = chosen.map((part) => ({ part, quantity: 2 }));
  await send(buyer, "PUT", "/api/basket/lines", { lines });
  const { quote } = (await send(buyer, "PATCH", "/api/checkout", { address })) as Checkout;
  return quote.total;
}

const sender =
  ({ url }: Server): Send =>
  async ({ cookie, address }, method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie,
        "sec-fetch-site": "same-origin",
        "x-forwarded-for": address,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };

const mean = (times: number[]) => times.reduce((sum, time) => sum + time, 0) / times.length;
const ratio = (one: number, other: number) => Math.round((one / other) * 100) / 100;

function p95(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round((sorted[Math.floor(sorted.length * 0.95)] ?? 0) * 10) / 10;
}
