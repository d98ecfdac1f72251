import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export async function findOrdersOf(
  db: Queries,
  about: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; order: string }>(db, ofOrders(sql`id`, about));
  return new Map(rows.map(({ id, order }) => [id, order]));
}

export async function findPartsOf(db: Queries, orders: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db, ofOrders(sql`order_id`, orders));
  return rows.map(({ id }) => id);
}

function ofOrders(column: SQL, given: readonly string[]): SQL {
  const isGiven = sql`${column} = any(${sql.param([...given])}::uuid[])`;
  return sql`select id, order_id as "order" from shipments where ${isGiven}
    union all select id, order_id from returns where ${isGiven}
    union all select id, order_id from refunds where ${isGiven}
    union all select id, order_id from losses where ${isGiven}
    union all select id, order_id from documents where ${isGiven}`;
}
