import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { type Connection, connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { addBuyers, behindProxy } from "../add-buyers.ts";
import { type LoadResult, pinToCore } from "../load.ts";
import type { OrderLoad } from "../place-orders.ts";
import { measureAlternately, type Row } from "../row.ts";
import { openShop, type Server } from "../servers.ts";
import { stockParts } from "../stock-parts.ts";

const concurrency = 32;
const people = 1_000;

/** Durable orders over HTTP, and by the same statement over the driver (the limit). */
export async function orders(): Promise<Row[]> {
  const shop = await openShop(1_000, behindProxy);
  const connection = connect(shop.databaseUrl, { most: 1 });
  const buying = await prepare(shop, connection);
  const overHttp = (seconds: number) => buy({ ...buying, url: shop.url, seconds });
  const overDriver = (seconds: number) => buy({ ...buying, seconds });
  const measured = await measureAlternately(overHttp, overDriver);
  const megabytes = await shop.megabytes();
  await connection.close();
  await shop.stop();
  return [{ what: "POST /api/orders", ...measured, target: 0.5, megabytes }];
}

async function prepare(shop: Server, connection: Connection): Promise<Omit<OrderLoad, "seconds">> {
  const { db } = connection;
  await stockParts(db, 1_000_000_000, 1);
  const rows = await queryRows<{ id: string; name: string; cents: string }>(
    db,
    sql`
    select id, name, price_cents as cents from parts`,
  );
  const buyers = await addBuyers(shop, connection, people);
  const parts = rows.map(({ cents, ...part }) => ({ ...part, cents: Number(cents) }));
  return { databaseUrl: shop.databaseUrl, concurrency, buyers, parts };
}

/** In its own process: over HTTP on the loader's core, else on the shop's. */
async function buy(buying: OrderLoad): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), "shop-bench-"));
  const file = join(folder, "buying.json");
  await writeFile(file, JSON.stringify(buying));
  const command = [process.execPath, "bench/place-orders.ts", file];
  const { stdout } = await promisify(execFile)(...pinToCore(buying.url ? 1 : 0, command));
  await rm(folder, { recursive: true });
  return JSON.parse(stdout);
}
