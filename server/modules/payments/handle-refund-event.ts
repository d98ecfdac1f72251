// What the provider tells of refunds by itself. It is a reason to look, and no more.

import type { PaymentsContext } from "./context.ts";
import type { ProviderRefund } from "./provider-types.ts";
import { findRefund, makeRefundDue, requeueRefund } from "./refund-queue.ts";
import { readRefunds } from "./request-refund.ts";
import { requireProvider } from "./require-provider.ts";

type Of = Pick<ProviderRefund, "id"> & Partial<ProviderRefund>;

export async function handleRefundEvent(context: PaymentsContext, told: Of): Promise<void> {
  const row = await findRefund(context.db, told);
  if (!row) return;
  if (row.state === "wanted") {
    // An old failure told once more does not make us ask again any sooner.
    if (row.refundId !== told.id && told.status !== "succeeded") return;
    await makeRefundDue(context.db, row.id);
  } else {
    if (told.status !== "failed" || row.settledNote !== null) return;
    // Banks send money back days later, when the account is closed. That counts by the list: it
    // may have been given anew since.
    const { left } = await readRefunds(requireProvider(context), row);
    if (left <= 0 || !(await requeueRefund(context.db, row))) return;
    context.publishSoon(["orders"]);
  }
  void context.refunds.wake();
}
