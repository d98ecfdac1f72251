import { and, eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { orderLines, orders } from "./tables.ts";

export async function hasBought(db: Queries, userId: string, partId?: string): Promise<boolean> {
  const isPart = partId === undefined ? undefined : eq(orderLines.partId, partId);
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.userId, userId), eq(orders.state, "paid"), isPart))
    .limit(1);
  return found.length > 0;
}
