import type { PaymentsContext } from "./context.ts";
import type { ProviderRefund } from "./provider-types.ts";
import { requireProvider } from "./provider-types.ts";
import { findRefund, makeRefundDue, requeueRefund } from "./refund-queue.ts";
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
    if (remaining <= 0 || !(await requeueRefund(context.db, refund))) return;
    context.publishSoon(["orders"]);
  }
  void context.refunds.wake();
}
