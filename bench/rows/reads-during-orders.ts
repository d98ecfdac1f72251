import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { type Connection, connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { addBuyers, type Buyer, behindProxy } from "../add-buyers.ts";
import { connections, type LoadResult, pinToCore } from "../load.ts";
import { measureAlternately, type Row } from "../row.ts";
import { openShop, type Server } from "../servers.ts";
import { stockParts } from "../stock-parts.ts";

const ordersPerSecond = 10;
const products = 300;
const people = 200;
const target = 0.9;

type Part = { id: string; name: string; cents: number };

/** Reads while ten orders a second are placed, to the same reads without. */
export async function readsDuringOrders(): Promise<Row[]> {
  const shop = await openShop(1_000, behindProxy);
  const connection = connect(shop.databaseUrl, { most: 1 });
  await stockParts(connection.db, 1_000_000, 1);
  const parts = await queryRows<Part>(
    connection.db,
    sql`select id, name, price_cents::int as cents from parts order by position`,
  );
  const place = await openBuyer(shop, connection);
  const read = parts.slice(0, products);
  // The newest parts are on the home page.
  const others = parts.slice(products, -20);
  const rows: [what: string, paths: string[], bought: Part[], target: number][] = [
    [`${products} products, other parts are ordered`, read.map(productPath), others, target],
    ["/, other parts are ordered", ["/"], others, target],
    ["GET /api/parts?limit=49, other parts are ordered", ["/api/parts?limit=49"], others, target],
    [`${products} products, which are ordered`, read.map(productPath), read, 0],
    ["GET /api/parts with 1,000 parts, which are ordered", ["/api/parts"], parts, 0],
  ];
  const measured: Row[] = [];
  for (const [what, paths, bought, target] of rows) {
    const idle = (seconds: number) => load(shop, seconds, paths);
    const busy = async (seconds: number) => {
      const stop = new AbortController();
      const buying = buyEvenly(bought, place, stop.signal);
      const result = await idle(seconds).finally(() => stop.abort());
      await buying;
      return result;
    };
    const row = await measureAlternately(busy, idle);
    measured.push({ ...row, what, target, megabytes: await shop.megabytes() });
  }
  await connection.close();
  await shop.stop();
  return measured;
}

const productPath = ({ id }: Part) => `/api/purchase/${id}`;

async function buyEvenly(
  parts: Part[],
  place: (part: Part) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const orders: Promise<void>[] = [];
  for (let at = 0; !stop.aborted; at++) {
    const part = parts[(at * 7) % parts.length];
    if (part) orders.push(place(part));
    await sleep(1_000 / ordersPerSecond);
  }
  await Promise.all(orders);
}

async function openBuyer(shop: Server, connection: Connection) {
  const buyers = await addBuyers(shop, connection, people);
  const to = { phone: "+46 8 123 45 67", address: "Verkstadsgatan 4, Stockholm" };
  const quantity = 2;
  let placed = 0;
  return async ({ id, name: productName, cents }: Part) => {
    const { name, email, cookie, address } = buyers[placed++ % people] as Buyer;
    const own = { cookie, "x-forwarded-for": address };
    const headers = { ...own, "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const what = { part: id, productName, quantity, totalPrice: (cents * quantity) / 100 };
    const body = JSON.stringify({ ...to, name, email, ...what, key: crypto.randomUUID() });
    const answer = await fetch(`${shop.url}/api/orders`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.arrayBuffer();
  };
}

async function load({ url }: Server, seconds: number, paths: string[]): Promise<LoadResult> {
  const command = [process.execPath, "bench/read-paths.ts", url, `${seconds}`, `${connections}`];
  const { stdout } = await promisify(execFile)(...pinToCore(1, [...command, ...paths]));
  return JSON.parse(stdout);
}
