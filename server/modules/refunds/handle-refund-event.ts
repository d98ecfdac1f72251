import type { Context } from "#server/context.ts";
import { lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { type ProviderRefund, requireProvider } from "#server/modules/payments/provider-types.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { makeRefundNow } from "./process-refunds.ts";
import { recordReturned } from "./record-returned.ts";
import { findRefunds, makeRefundDue, type QueuedRefund, requeueRefund } from "./refund-queue.ts";
import { readRefunds } from "./request-refund.ts";

type Event = Pick<ProviderRefund, "id"> & Partial<ProviderRefund>;

export async function handleRefundEvent(context: Context, event: Event): Promise<void> {
  for (const refund of await findRefunds(context.db, event)) {
    if (refund.status === "wanted" || refund.status === "asked") {
      // A repeated event about an earlier failure must not shorten the delay.
      if (refund.refundId !== event.id && event.status !== "succeeded") continue;
      await makeRefundDue(context.db, refund.id);
    } else {
      if (refund.status !== "succeeded" || event.status !== "failed") continue;
      // Banks return money days later. A second refund may have been made since.
      const { remaining } = await readRefunds(requireProvider(context), refund);
      if (remaining <= 0 || !(await requeue(context, refund))) continue;
    }
    void makeRefundNow(context, refund.id);
  }
}

function requeue(context: Context, refund: QueuedRefund): Promise<boolean> {
  return retryOnConflict(() =>
    inTransaction(context.db, async (tx) => {
      const order = await lockOrder(tx, refund.orderId);
      if (!order || !(await requeueRefund(tx, refund))) return false;
      await recordReturned(context, tx, order, { ...refund, by: "card provider" });
      await storeOrderEvent(tx, "order.refund-returned", order);
      return true;
    }),
  );
}
