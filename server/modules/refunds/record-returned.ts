import { type Mover, maySend } from "#contract/rules/order-states.ts";
import type { Context } from "#server/context.ts";
import { moveOrder, type OrderRow } from "#server/modules/orders/move-order.ts";
import { storeRefunded } from "#server/modules/orders/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type QueuedRefund, sumReturned } from "./refund-queue.ts";

type Returned = Pick<QueuedRefund, "paymentId" | "intentId" | "captured"> & { by: Mover };

export async function recordReturned(
  { clock }: Pick<Context, "clock">,
  tx: Queries,
  order: OrderRow,
  { paymentId, intentId, captured, by }: Returned,
): Promise<void> {
  // A second payment is no money of the order.
  if (order.transactionId !== intentId) return;
  const returned = await sumReturned(tx, paymentId);
  await storeRefunded(tx, order.id, returned);
  if (returned < captured) return;
  if (order.state === "refunding") await moveOrder(tx, order, { name: "returnMoney", by });
  if (maySend(order.paymentState)) {
    const changes = { closedAt: clock.now() };
    await moveOrder(tx, order, { name: "returnAllMoney", by }, changes);
  }
}
