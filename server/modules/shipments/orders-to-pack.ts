import { inArray } from "drizzle-orm";
import { maxPapersAtOnce } from "#contract/shipments.ts";
import { isToShip } from "#server/modules/orders/is-to-ship.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";

export type OrderToPack = typeof orders.$inferSelect & {
  lines: (typeof orderLines.$inferSelect)[];
};

/** In the order of the ids; without ids, the oldest that are to be shipped. */
export async function findOrdersToPack(
  db: Queries,
  ids?: readonly string[],
): Promise<OrderToPack[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(ids ? inArray(orders.id, [...ids]) : isToShip)
    .orderBy(orders.id)
    .limit(maxPapersAtOnce);
  if (rows.length === 0) return [];
  const own = rows.map(({ id }) => id);
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, own))
    .orderBy(orderLines.position);
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  const found = rows.map((row) => ({ ...row, lines: byOrder.get(row.id) ?? [] }));
  if (!ids) return found;
  return found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
