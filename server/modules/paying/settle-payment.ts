// The only place that marks an order paid. It trusts only the provider's own answer.

import { moveProblem } from "#contract/rules/order-states.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { findSpentDiscounts } from "#server/modules/discounts/price-terms.ts";
import { markPaymentFailed, markProcessing } from "#server/modules/orders/begin-payment.ts";
import { confirmPromise } from "#server/modules/orders/confirm-promise.ts";
import { markPaid } from "#server/modules/orders/mark-paid.ts";
import { type LockedOrder, lockOrder, type OrderRow } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import {
  type Intent,
  ProviderDown,
  ProviderRejected,
  requireProvider,
} from "#server/modules/payments/provider-types.ts";
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
} from "#server/modules/payments/store.ts";
import { makeRefundNow } from "#server/modules/refunds/process-refunds.ts";
import { queueRefund } from "#server/modules/refunds/queue-refund.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";

export type Settlement =
  | { is: "paid"; order: LockedOrder }
  | { is: "refunding"; order: OrderRow; refund?: string }
  | { is: "pending" }
  | { is: "unpaid" }
  | { is: "canceled" }
  | { is: "unknown" }
  | { is: "provider-down" };

export async function settlePayment(context: Context, payment: PaymentRow): Promise<Settlement> {
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
  context: Context,
  intentId: string,
  paymentId?: string,
): Promise<Settlement> {
  const known = await findPaymentOfIntent(context.db, intentId);
  if (known) return settlePayment(context, known);
  const payment = paymentId && (await findPayment(context.db, paymentId));
  if (!payment || payment.intentId !== null) return { is: "unknown" };
  return settlePayment(context, { ...payment, intentId });
}

export async function recordIntent(
  context: Context,
  payment: PaymentRow,
  intent: Intent,
): Promise<Settlement> {
  if (intent.status === "succeeded" && intent.received === 0) return { is: "pending" };
  if (intent.status !== "succeeded") return recordUnpaid(context, payment, intent);
  const settings = await context.settings();
  const settlement = await retryOnConflict(() =>
    inTransaction(context.db, (db) => receiveMoney(context, db, { payment, intent, settings })),
  );
  if (settlement.is === "paid") context.jobs.wake();
  if (settlement.is === "refunding" && settlement.refund)
    void makeRefundNow(context, settlement.refund);
  return settlement;
}

async function recordUnpaid(
  context: Context,
  payment: PaymentRow,
  { id: intentId, status, decline }: Intent,
): Promise<Settlement> {
  const { db, clock } = context;
  if (status === "processing") {
    await changeLocked(context, payment, async (tx, order) => {
      await markPaymentProcessing(tx, payment.id, intentId);
      const isOpen = order.paymentState === "unpaid" || order.paymentState === "processing";
      if (isOpen) await markProcessing(tx, order, clock.now());
    });
    return { is: "pending" };
  }
  if (decline) await storeDecline(db, payment.id, { ...decline, at: clock.now().toISOString() });
  if (payment.state === "processing")
    await changeLocked(context, payment, async (tx, order) => {
      await reopenPayment(tx, payment.id);
      await markPaymentFailed(tx, order, clock.now());
    });
  if (status === "waiting") return { is: "unpaid" };
  await closePayment(db, intentId);
  return { is: "canceled" };
}

function changeLocked(
  { db }: Context,
  { orderId }: PaymentRow,
  change: (tx: Queries, order: LockedOrder) => Promise<unknown>,
): Promise<unknown> {
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      return order && change(tx, order);
    }),
  );
}

type Received = { payment: PaymentRow; intent: Intent; settings: Settings };

async function receiveMoney(
  context: Context,
  db: Queries,
  { payment: { id, orderId }, intent, settings }: Received,
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
    await storeOrderEvent(db, "order.refund-queued", order);
    return refundAll(db, order, { payment, intent, reason });
  }
  const paidAt = context.clock.now();
  const changes = { transactionId: intent.id, paidAt };
  const delivery = confirmPromise(order, paidAt, settings);
  const [, outcome] = await pipeline(
    markPaymentSucceeded(db, id, intent),
    markPaid(db, order, { ...changes, delivery }, (tx) => findSpentDiscounts(tx, order, settings)),
  );
  if (outcome !== "paid") {
    const moved = { ...order, ...changes, ...toStates("refunding") };
    const note = outcome === "discounts-spent" ? "The discount was used up" : "";
    return refundAll(db, moved, { payment, intent, reason: "late", note });
  }
  return { is: "paid", order: { ...order, ...changes, delivery, ...toStates("paid") } };
}

type Unusable = {
  payment: PaymentRow;
  intent: Intent;
  reason: "late" | "second" | "mismatch";
  note?: string;
};

async function refundAll(
  tx: Queries,
  order: LockedOrder,
  { payment, intent, reason, note = "" }: Unusable,
): Promise<Settlement> {
  const { id: intentId, received } = intent;
  const from = { order, payment: { ...payment, intentId, capturedCents: received } };
  const refund = await queueRefund(tx, from, { reason, note, amountCents: received });
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
  return order.state === "cancelled" ? "late" : "second";
}

const toStates = <State extends "paid" | "refunding">(state: State) => ({
  state,
  paymentState: state,
  holdUntil: null,
});
