import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** Letters are about an order, or about something of it: a parcel, a return, money, a document. */
export async function findOrdersOf(
  db: Queries,
  about: readonly string[],
): Promise<Map<string, string>> {
  const ids = sql`any(${sql.param([...about])}::uuid[])`;
  const rows = await queryRows<{ id: string; order: string }>(
    db,
    sql`select id, order_id as "order" from shipments where id = ${ids}
      union all select id, order_id from returns where id = ${ids}
      union all select id, order_id from refunds where id = ${ids}
      union all select id, order_id from losses where id = ${ids}
      union all select id, order_id from documents where id = ${ids}`,
  );
  return new Map(rows.map(({ id, order }) => [id, order]));
}
