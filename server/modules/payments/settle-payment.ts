// The only place that marks an order paid. It trusts only the provider's own answer.

import { markPaymentFailed, markProcessing } from "#server/modules/orders/begin-payment.ts";
import { markPaid } from "#server/modules/orders/mark-paid.ts";
import { lockOrder, moveProblem, type OrderRow } from "#server/modules/orders/move-order.ts";
import { orderEvent } from "#server/modules/orders/order-event.ts";
import { makeRefundNow } from "#server/modules/refunds/process-refunds.ts";
import { queueRefund } from "#server/modules/refunds/queue-refund.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction, pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { PaymentsContext } from "./context.ts";
import { type Intent, ProviderDown, ProviderRejected, requireProvider } from "./provider-types.ts";
import {
  closePayment,
  findPayment,
  findPaymentOfIntent,
  lockPayment,
  markPaymentProcessing,
  markPaymentSucceeded,
  type PaymentRow,
  reopenPayment,
  storeDecline,
} from "./store.ts";

export type Settlement =
  | { is: "paid"; order: OrderRow }
  /** The money came too late, twice, or does not match the order. */
  | { is: "refunding"; order: OrderRow; refund?: string }
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
  // Succeeded without money received yet is asked about again.
  if (intent.status === "succeeded" && intent.received === 0) return { is: "pending" };
  if (intent.status !== "succeeded") return recordUnpaid(context, payment, intent);
  const settlement = await retryOnConflict(() =>
    inTransaction(context.db, (db) => receiveMoney(context, db, payment, intent)),
  );
  if (settlement.is === "paid") context.jobs.wake();
  if (settlement.is === "refunding" && settlement.refund)
    void makeRefundNow(context, settlement.refund);
  return settlement;
}

async function recordUnpaid(
  context: PaymentsContext,
  payment: PaymentRow,
  { id: intentId, status, decline }: Intent,
): Promise<Settlement> {
  const { db } = context;
  if (status === "processing") {
    await changeLocked(db, payment, async (tx, order) => {
      await markPaymentProcessing(tx, payment.id, intentId);
      const isOpen = order.paymentState === "unpaid" || order.paymentState === "processing";
      // Repeated, so that the stock is kept as long as it lasts.
      if (isOpen) await markProcessing(tx, order);
    });
    return { is: "pending" };
  }
  if (decline && decline !== payment.lastDecline) await storeDecline(db, payment.id, decline);
  if (payment.state === "processing")
    await changeLocked(db, payment, async (tx, order) => {
      await reopenPayment(tx, payment.id);
      await markPaymentFailed(tx, order);
    });
  if (status === "waiting") return { is: "unpaid" };
  await closePayment(db, intentId);
  return { is: "canceled" };
}

/** The order is locked before its payment. */
function changeLocked(
  db: Database,
  { orderId }: PaymentRow,
  change: (tx: Queries, order: OrderRow) => Promise<unknown>,
): Promise<unknown> {
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      return order && change(tx, order);
    }),
  );
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
    await markPaymentSucceeded(db, id, intent);
    await storeEvents(db, [orderEvent("order.refund-queued", order)]);
    return refundAll(db, order, payment, intent, reason);
  }
  const changes = { transactionId: intent.id, paidAt: new Date() };
  const [, outcome] = await pipeline(
    markPaymentSucceeded(db, id, intent),
    markPaid(db, order, changes, letters),
  );
  if (outcome === "refunding") {
    const moved = { ...order, ...changes, ...toStates("refunding") };
    return refundAll(db, moved, payment, intent, "late");
  }
  return { is: "paid", order: { ...order, ...changes, ...toStates("paid") } };
}

/** The payment is marked as succeeded by the caller. */
async function refundAll(
  tx: Queries,
  order: OrderRow,
  payment: PaymentRow,
  intent: Intent,
  reason: "late" | "second" | "mismatch",
): Promise<Settlement> {
  const refund = await queueRefund(tx, payment, { reason, amountCents: intent.received });
  if (!refund) throw new Error(`Payment ${payment.id} has refunds already`);
  return { is: "refunding", order, refund: refund.id };
}

function refundReason(order: OrderRow, payment: PaymentRow, intent: Intent) {
  const matches =
    intent.received === order.totalCents &&
    intent.amount === payment.amountCents &&
    intent.currency === payment.currency &&
    intent.orderId === order.id &&
    intent.paymentId === payment.id;
  if (!matches) return "mismatch";
  if (!moveProblem("pay", order.paymentState)) return undefined;
  // The order was cancelled before, or another payment has paid it.
  return order.state === "cancelled" ? "late" : "second";
}

const toStates = <State extends "paid" | "refunding">(state: State) => ({
  state,
  paymentState: state,
  holdUntil: null,
});
