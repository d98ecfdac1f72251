// What the provider tells of refunds by itself. It is a reason to look, and no more.

import { readReturned } from "./ask-for-refund.ts";
import type { PaymentsContext } from "./context.ts";
import { providerOf } from "./provider-of.ts";
import type { Returned } from "./provider-words.ts";
import { findRefundFor, makeDue, wantAgain } from "./wanted-refunds.ts";

type Of = Pick<Returned, "id"> & Partial<Returned>;

export async function hearOfRefund(context: PaymentsContext, told: Of): Promise<void> {
  const row = await findRefundFor(context.db, told);
  if (!row) return;
  if (row.state === "wanted") {
    // An old failure told once more does not make us ask again any sooner.
    if (row.refundId !== told.id && told.status !== "succeeded") return;
    await makeDue(context.db, row.id);
  } else {
    if (told.status !== "failed" || row.settledNote !== null) return;
    // Banks send money back days later, when the account is closed. That counts by the list: it
    // may have been given anew since.
    const { left } = await readReturned(providerOf(context), row);
    if (left <= 0 || !(await wantAgain(context.db, row))) return;
    context.tellLater(["orders"]);
  }
  void context.refunds.wake();
}
