import { moveOrder, type OrderRow } from "#server/modules/orders/move-order.ts";
import { storeRefunded } from "#server/modules/orders/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type QueuedRefund, sumReturned } from "./refund-queue.ts";

type Returned = Pick<QueuedRefund, "paymentId" | "intentId" | "captured">;

/** The order is refunded when all of its payment is, in however many refunds. */
export async function recordReturned(
  tx: Queries,
  order: OrderRow,
  { paymentId, intentId, captured }: Returned,
): Promise<void> {
  // A second payment is no money of the order.
  if (order.transactionId !== intentId) return;
  const returned = await sumReturned(tx, paymentId);
  await storeRefunded(tx, order.id, returned);
  if (returned < captured) return;
  if (order.state === "refunding") await moveOrder(tx, order, "returnMoney");
  if (order.state === "paid")
    await moveOrder(tx, order, "returnAllMoney", { closedAt: new Date() });
}
