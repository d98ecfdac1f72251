import { sql } from "drizzle-orm";
import type { Checkout } from "#contract/checkout.ts";
import { addVersion } from "#server/modules/settings/store.ts";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { aDeliveryMethod } from "#tests/builders/settings.ts";
import { addBuyers, type Buyer, behindProxy } from "../add-buyers.ts";
import type { FigureSheet } from "../row.ts";
import { openShop, type Server } from "../servers.ts";

const maxMs = { adding: 15, placing: 25 };
const linesOfFull = 200;
const additions = 300;
const linesOfOrder = 5;
const atOnce = 8;
const ordersEach = 40;

type Send = (buyer: Buyer, method: string, path: string, body?: object) => Promise<unknown>;

/** Over HTTP, durable on disk. */
export async function baskets(): Promise<FigureSheet[]> {
  const env = { ...behindProxy.env, RATE_LIMIT_FACTOR: "1000" };
  const shop = await openShop(1_000, { env });
  const connection = connect(shop.databaseUrl, { most: 1 });
  await connection.db.execute(
    sql`update parts set availabl_quantity = 1000000, minimum_quantity = 0`,
  );
  const zones = [
    { id: "home", name: "Home", places: [{ country: "*", region: "", from: "", to: "" }] },
  ];
  const value = { zones, methods: [aDeliveryMethod()], holidays: [] };
  await addVersion(connection.db, { section: "delivery", version: 1, value });
  const rows = await queryRows<{ id: string }>(connection.db, sql`select id from parts`);
  const parts = rows.map(({ id }) => id);
  const buyers = await addBuyers(shop, connection, atOnce + 1);
  const send = sender(shop);
  const figures = {
    "add a line to 200, p95 (ms)": await measureAdding(send, buyers, parts),
    "place five lines, 8 at once, p95 (ms)": await measurePlacing(send, buyers, parts),
  };
  await connection.close();
  await shop.stop();
  const [adding, placing] = Object.values(figures);
  const missed = [
    ...((adding ?? 0) > maxMs.adding ? [`adding takes more than ${maxMs.adding} ms`] : []),
    ...((placing ?? 0) > maxMs.placing ? [`placing takes more than ${maxMs.placing} ms`] : []),
  ];
  return [{ what: "baskets", figures, missed }];
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

async function measurePlacing(send: Send, [, ...buyers]: Buyer[], parts: string[]) {
  const address = { name: "Vera", street: "Kaistr. 4", postcode: "", city: "Kiel", phone: "" };
  const times: number[] = [];
  await Promise.all(
    buyers.map(async (buyer) => {
      for (let order = 0; order < ordersEach; order++) {
        const from = Math.floor(Math.random() * (parts.length - linesOfOrder));
        const chosen = parts.slice(from, from + linesOfOrder);
        const { lines: before } = (await send(buyer, "GET", "/api/basket")) as {
          lines: { _id: string }[];
        };
        for (const { _id } of before) await send(buyer, "DELETE", `/api/basket/lines/${_id}`);
        const lines = chosen.map((part) => ({ part, quantity: 2 }));
        await send(buyer, "PUT", "/api/basket/lines", { lines });
        const sent = { address: { ...address, country: "DE" } };
        const { quote } = (await send(buyer, "PATCH", "/api/checkout", sent)) as Checkout;
        const body = { key: crypto.randomUUID(), expectedTotal: quote.total };
        const asked = performance.now();
        await send(buyer, "POST", "/api/checkout/place", body);
        times.push(performance.now() - asked);
      }
    }),
  );
  return p95(times);
}

const sender =
  ({ url }: Server): Send =>
  async ({ cookie, address }, method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...{ cookie, "sec-fetch-site": "same-origin", "x-forwarded-for": address },
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };

function p95(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round((sorted[Math.floor(sorted.length * 0.95)] ?? 0) * 10) / 10;
}
