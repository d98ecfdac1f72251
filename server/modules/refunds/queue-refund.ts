import type { Cents } from "#contract/rules/money.ts";
import { type PaymentRow, promiseRefund } from "#server/modules/payments/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { refunds } from "./tables.ts";

export type RefundRow = typeof refunds.$inferSelect;
export type RefundReason =
  | ("cancelled" | "late" | "second" | "mismatch")
  | ("return" | "withdrawal" | "goodwill" | "short" | "deposit");

type RefundInput = {
  amountCents: Cents;
  reason: RefundReason;
  byUser?: string;
  note?: string;
  requestKey?: string;
};

/** Undefined where that is more than is left of the payment. The order is locked by the caller. */
export async function queueRefund(
  tx: Queries,
  { id: paymentId, orderId }: PaymentRow,
  input: RefundInput,
): Promise<RefundRow | undefined> {
  if (!(await promiseRefund(tx, paymentId, input.amountCents))) return undefined;
  const [row] = await tx
    .insert(refunds)
    .values({ id: newId(), paymentId, orderId, ...input })
    .returning();
  return row;
}
