// The only place that marks an order paid. It trusts only the provider's own answer.

import {
  lockOrder,
  moveOrder,
  moveProblem,
  type OrderRow,
} from "#server/modules/orders/move-order.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { PaymentsContext } from "./context.ts";
import { type Intent, ProviderDown, ProviderRejected, requireProvider } from "./provider-types.ts";
import {
  closePayment,
  findPayment,
  findPaymentOfIntent,
  lockPayment,
  markPaymentSucceeded,
  type PaymentRow,
  queueRefund,
} from "./store.ts";

export type Settlement =
  | { is: "paid"; order: OrderRow }
  /** The money came too late, twice, or does not match the order. */
  | { is: "refunding"; order: OrderRow }
  /** The provider has not decided yet. */
  | { is: "pending" }
  /** Not charged; the customer may still pay. */
  | { is: "unpaid" }
  /** Not charged, and never will be. */
  | { is: "canceled" }
  /** Not a payment of this shop. */
  | { is: "unknown" }
  | { is: "provider-down" };

export async function settlePayment(
  context: PaymentsContext,
  payment: PaymentRow,
): Promise<Settlement> {
  if (!payment.intentId) return { is: "unknown" };
  try {
    const intent = await requireProvider(context).findIntent(payment.intentId);
    return await recordIntent(context, payment, intent);
  } catch (error) {
    if (error instanceof ProviderDown) return { is: "provider-down" };
    if (error instanceof ProviderRejected) return { is: "unknown" };
    throw error;
  }
}

/** `paymentId`: from the intent's metadata, for a payment whose intent id was not stored. */
export async function settleIntent(
  context: PaymentsContext,
  intentId: string,
  paymentId?: string,
): Promise<Settlement> {
  const known = await findPaymentOfIntent(context.db, intentId);
  if (known) return settlePayment(context, known);
  const payment = paymentId && (await findPayment(context.db, paymentId));
  if (!payment || payment.intentId !== null) return { is: "unknown" };
  return settlePayment(context, { ...payment, intentId });
}

/** `intent` must come from the provider itself, just now. */
export async function recordIntent(
  context: PaymentsContext,
  payment: PaymentRow,
  intent: Intent,
): Promise<Settlement> {
  if (intent.status === "waiting") return { is: "unpaid" };
  // Succeeded without money received yet is asked about again.
  if (intent.status === "processing" || (intent.status === "succeeded" && intent.received === 0)) {
    return { is: "pending" };
  }
  if (intent.status === "canceled") {
    await closePayment(context.db, intent.id);
    return { is: "canceled" };
  }
  const settlement = await retryOnConflict(() =>
    inTransaction(context.db, (db) => receiveMoney(context, db, payment, intent)),
  );
  if ("order" in settlement) context.publishSoon(["orders"], settlement.order.userId);
  if (settlement.is === "paid") context.letters.wake();
  if (settlement.is === "refunding") void context.refunds.wake();
  return settlement;
}

/** The order becomes paid or the money is refunded; repeated calls change nothing. */
async function receiveMoney(
  { letters }: PaymentsContext,
  db: Queries,
  { id, orderId }: PaymentRow,
  intent: Intent,
): Promise<Settlement> {
  const [order, payment] = await pipeline(lockOrder(db, orderId), lockPayment(db, id));
  if (!order || !payment || (payment.intentId !== null && payment.intentId !== intent.id)) {
    return { is: "unknown" };
  }
  if (payment.state === "succeeded") {
    const isPaidByIt = order.state === "paid" && order.transactionId === intent.id;
    return { is: isPaidByIt ? "paid" : "refunding", order };
  }
  const reason = refundReason(order, payment, intent);
  if (reason) {
    await pipeline(
      markPaymentSucceeded(db, id, intent.id),
      queueRefund(db, payment, reason, intent.received),
    );
    return { is: "refunding", order };
  }
  const changes = { transactionId: intent.id, paidAt: new Date() };
  await pipeline(
    markPaymentSucceeded(db, id, intent.id),
    moveOrder(db, order, "pay", changes),
    letters.addOrderLetter(db, "order-paid", order),
  );
  return { is: "paid", order: { ...order, ...changes, state: "paid" } };
}

function refundReason(order: OrderRow, payment: PaymentRow, intent: Intent) {
  const matches =
    intent.received === order.totalCents &&
    intent.amount === payment.amountCents &&
    intent.currency === payment.currency &&
    intent.orderId === order.id &&
    intent.paymentId === payment.id;
  if (!matches) return "mismatch";
  if (!moveProblem("pay", order.state)) return undefined;
  // The order was cancelled before, or another payment has paid it.
  return order.state === "cancelled" ? "late" : "second";
}
