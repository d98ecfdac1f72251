import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeOrderEvents } from "./order-event.ts";
import { orderSums, orders } from "./tables.ts";

/** When an account passes to the owner of its mailbox: a stranger's order, to an address of theirs, is nobody's and so is closed. Those that an admin placed by telephone are the owner's. */
export async function leaveUnpaidOrders(tx: Queries, userId: string): Promise<void> {
  const left = await tx
    .update(orders)
    .set({ userId: null })
    .where(
      and(eq(orders.userId, userId), eq(orders.paymentState, "unpaid"), isNull(orders.placedBy)),
    )
    .returning({ id: orders.id, state: orders.state });
  if (left.length === 0) return;
  await tx
    .update(orderSums)
    .set({ orders: sql`${orderSums.orders} - ${left.length}` })
    .where(eq(orderSums.userId, userId));
  await storeOrderEvents(
    tx,
    "order.left",
    left.map((order) => ({ ...order, userId })),
  );
}
