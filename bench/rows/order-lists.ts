import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { addManyOrders } from "../add-many-orders.ts";
import { type Row, summarize } from "../row.ts";
import { openShop, type Server } from "../servers.ts";
import { addSessionCookie, addUser } from "../users.ts";

const times = 40;
const most = 50;

const email = "person.7@example.org";
const pages: Record<string, { path: string; by: "customer" | "admin" }> = {
  "My Order": { path: `/api/orders?email=${email}&limit=50`, by: "customer" },
  "Manage All Orders": { path: "/api/allOrders?limit=50", by: "admin" },
  "…, the dearest": { path: "/api/allOrders?limit=50&sort=dearest", by: "admin" },
  "…, searching a person": { path: `/api/allOrders?limit=50&q=${email}`, by: "admin" },
  "…, searching a product": { path: "/api/allOrders?limit=50&q=wheel+hub", by: "admin" },
  "…, searching what is not": { path: "/api/allOrders?limit=50&q=nowhere", by: "admin" },
};

/** Lists with 1,000,000 orders in the table (the product) and with 1,000 (the limit). */
export async function orderLists(): Promise<Row[]> {
  const large = await open(1_000_000);
  const small = await open(1_000);
  const rows: Row[] = [];
  for (const [what, { path, by }] of Object.entries(pages)) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let time = 0; time < times; time++) {
      ours.push(await ask(large.shop, path, large.cookies[by]));
      theirs.push(await ask(small.shop, path, small.cookies[by]));
    }
    const [product, limit] = [summarize(ours), summarize(theirs)];
    rows.push({
      what: `${what}, of 1,000,000 orders against 1,000`,
      product,
      limit,
      // Above the budget no ratio is good.
      ratio: product.p50 <= most ? limit.p50 / product.p50 : 0,
      target: 0.33,
      megabytes: await large.shop.megabytes(),
    });
  }
  await small.shop.stop();
  await large.shop.stop();
  return rows;
}

async function open(many: number) {
  const shop = await openShop(48);
  const connection = connect(shop.databaseUrl, { most: 1 });
  await addManyOrders(shop.databaseUrl, many);
  const admin = await addUser(connection, "ada@example.org", "admin");
  const [customer] = await queryRows<{ id: string }>(
    connection.db,
    sql`
    select id from users where email = ${email}`,
  );
  const cookies = {
    customer: await addSessionCookie(shop, connection, customer?.id ?? ""),
    admin: await addSessionCookie(shop, connection, admin.id),
  };
  await connection.close();
  return { shop, cookies };
}

async function ask({ url }: Server, path: string, cookie: string): Promise<number> {
  const asked = performance.now();
  const response = await fetch(url + path, { headers: { cookie } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return performance.now() - asked;
}
