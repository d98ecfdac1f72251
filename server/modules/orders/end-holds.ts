import { inArray } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeOrderEvents } from "./order-event.ts";
import { orders } from "./tables.ts";

export async function lockOrders(tx: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { id } = orders;
  const these = inArray(id, [...ids]);
  await tx.select({ id }).from(orders).where(these).orderBy(id).for("update");
}

export async function endHolds(tx: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { id, userId, state } = orders;
  const ended = await tx
    .update(orders)
    .set({ holdUntil: null })
    .where(inArray(id, [...ids]))
    .returning({ id, userId, state });
  await storeOrderEvents(tx, "order.hold-ended", ended);
}
