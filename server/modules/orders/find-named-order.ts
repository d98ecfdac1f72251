import { and, eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { OrderRow } from "./move-order.ts";
import { seenBy } from "./store.ts";
import { orders } from "./tables.ts";

export async function findNamedOrder(
  db: Queries,
  name: string,
  userId: string | undefined,
): Promise<OrderRow | undefined> {
  const isIt = /^\d+$/.test(name) ? eq(orders.number, Number(name)) : eq(orders.id, name);
  const [row] = await db
    .select()
    .from(orders)
    .where(and(isIt, seenBy(userId)));
  return row as OrderRow | undefined;
}
