// A common word is found soon by scanning the list from its start, a rare one by the index.
import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Order } from "#contract/orders.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { isLonger, TooManyToSearch } from "#server/platform/database/list-found.ts";
import { type Filters, toCondition } from "./list-orders.ts";
import {
  canUseIndex,
  ordersOfPart,
  readOrderNumber,
  readPartNumber,
  searchCondition,
  wholeCondition,
} from "./search-condition.ts";
import { type Cursor, sortColumns } from "./sort.ts";
import { type OrderColumns, orderColumns, presentAll } from "./store.ts";
import { orders } from "./tables.ts";

const firstScan = 1_000;
const longScan = 5_000;
const maxScan = 10_000;

type Search = Filters & { q: string; limit: number };

export async function searchOrders(db: Queries, search: Search, after?: Cursor): Promise<Order[]> {
  return presentAll(db, await findRows(db, search, after));
}

async function findRows(db: Queries, search: Search, after?: Cursor): Promise<OrderColumns[]> {
  const { q, limit } = search;
  if (!canUseIndex(q)) return scanAll(db, search, after);
  let found = await scan(db, search, after, firstScan);
  const isCommon = found.length > (limit * firstScan) / longScan;
  if (found.length < limit && isCommon) found = await scan(db, search, after, longScan);
  return found.length === limit ? found : lookUp(db, search, after);
}

/** Short words, or a number of an order. */
async function scanAll(db: Queries, search: Search, after?: Cursor): Promise<OrderColumns[]> {
  const { q, limit, ...filters } = search;
  const found = await scan(db, search, after, maxScan);
  const others = toCondition(filters, after);
  if (found.length === limit || !(await isLonger(db, sql`orders`, others, maxScan))) return found;
  const said = readOrderNumber(q);
  if (said === undefined) throw new TooManyToSearch();
  return db
    .select(orderColumns)
    .from(orders)
    .where(and(others, sql`${orders.number} = ${said}::bigint`));
}

function scan(
  db: Queries,
  { q, sort = "newest", limit, ...filters }: Search,
  after: Cursor | undefined,
  rows: number,
): Promise<OrderColumns[]> {
  const start = db
    .select(orderColumns)
    .from(orders)
    .where(toCondition({ ...filters, sort }, after))
    .orderBy(...sortColumns(sort, orders))
    .limit(rows)
    .as("start");
  return db
    .select()
    .from(start)
    .where(wholeCondition(q, start))
    .orderBy(...sortColumns(sort, start))
    .limit(limit);
}

const foundColumns = {
  id: sql`found.id`,
  totalCents: sql`found.total_cents`,
  name: sql`found.name`,
  delivery: sql`found.delivery`,
  refundedCents: sql`found.refunded_cents`,
  state: sql`found.state`,
  fulfilmentState: sql`found.fulfilment_state`,
};

function lookUp(
  db: Queries,
  { q, sort = "newest", limit, ...filters }: Search,
  after: Cursor | undefined,
): Promise<OrderColumns[]> {
  const others = toCondition({ ...filters, sort }, after);
  const select = (condition: SQL | undefined) =>
    sql`select id, total_cents, name, delivery, refunded_cents, state, fulfilment_state from ${orders} where ${and(others, condition)}`;
  const norm = readPartNumber(q);
  const ofPart = norm && sql` union ${select(sql`${orders.id} = any(${ordersOfPart(norm)})`)}`;
  // Materialized, so that only the indexes are used to find the words.
  const ids = sql`(with found as materialized
    (${select(searchCondition(q, orders))}${ofPart ?? sql``})
    select id from found order by ${sql.join(sortColumns(sort, foundColumns), sql`, `)} limit ${limit})`;
  return db
    .select(orderColumns)
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(...sortColumns(sort, orders));
}
