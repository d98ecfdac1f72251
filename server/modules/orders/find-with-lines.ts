import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { LockedOrder, OrderRow } from "./move-order.ts";
import { orderLines, orders } from "./tables.ts";

export async function findWithLines(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, LockedOrder>> {
  const all = sql.param(ids);
  const rows = await db.select().from(orders).where(sql`${orders.id} = any(${all}::uuid[])`);
  const found = await db
    .select()
    .from(orderLines)
    .where(sql`${orderLines.orderId} = any(${all}::uuid[])`)
    .orderBy(orderLines.orderId, orderLines.position);
  const lines = Map.groupBy(found, ({ orderId }) => orderId);
  return new Map(
    rows.map((row) => [row.id, { ...(row as OrderRow), lines: lines.get(row.id) ?? [] }]),
  );
}
