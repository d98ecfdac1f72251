import { orderEvent } from "#server/modules/orders/order-event.ts";
import { inTransaction } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { PaymentsContext } from "./context.ts";
import type { ProviderRefund } from "./provider-types.ts";
import { findRefund, makeRefundDue, requeueRefund } from "./refund-queue.ts";
import { requireProvider } from "./refusals.ts";
import { readRefunds } from "./request-refund.ts";

type Event = Pick<ProviderRefund, "id"> & Partial<ProviderRefund>;

export async function handleRefundEvent(context: PaymentsContext, event: Event): Promise<void> {
  const refund = await findRefund(context.db, event);
  if (!refund) return;
  if (refund.state === "wanted") {
    // A repeated event about an earlier failure must not shorten the delay.
    if (refund.refundId !== event.id && event.status !== "succeeded") return;
    await makeRefundDue(context.db, refund.id);
  } else {
    if (event.status !== "failed" || refund.settledNote !== null) return;
    // Banks return money days later. A second refund may have been made since.
    const { remaining } = await readRefunds(requireProvider(context), refund);
    if (remaining <= 0) return;
    const isQueued = await inTransaction(context.db, async (tx) => {
      const requeued = await requeueRefund(tx, refund);
      const order = { id: refund.orderId, userId: null };
      if (requeued) await storeEvents(tx, [orderEvent("order.refund-returned", order)]);
      return requeued;
    });
    if (!isQueued) return;
  }
  void context.refunds.wake();
}
