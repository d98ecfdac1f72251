import { inArray } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { orders } from "./tables.ts";

export async function numberOrders(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { id, number } = orders;
  const rows = await db
    .select({ id, number })
    .from(orders)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.number ?? 0]));
}
