// The one way to paid. Whoever hears that a payment may have succeeded (the browser, the provider's
// message, the reconciler) asks here; here the provider is asked, and what it says is written down.
import { inTransaction, type Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/pipeline.ts";
import { retryOnConflict } from "#server/platform/database/retry-on-conflict.ts";
import type { PaymentsContext } from "./context.ts";
import { type Intent, ProviderDown, ProviderRejected } from "./provider-types.ts";
import { requireProvider } from "./require-provider.ts";
import {
  closePayment,
  findPayment,
  findPaymentOfIntent,
  lockOrder,
  lockPayment,
  markPaymentSucceeded,
  moveOrder,
  moveProblem,
  type OrderRow,
  type PaymentRow,
  queueOrderLetter,
  queueRefund,
} from "./store.ts";

export type Settlement =
  | { is: "paid"; order: OrderRow }
  /** It came too late, twice, or not as it was asked for: it goes back. */
  | { is: "refunding"; order: OrderRow }
  /** The provider has not made up its mind. */
  | { is: "pending" }
  /** Nothing is charged; the customer may still pay. */
  | { is: "waiting" }
  /** Nothing is charged, and nothing can be any more. */
  | { is: "dead" }
  /** Not a payment of this shop. */
  | { is: "unknown" }
  | { is: "provider-down" };

export async function settlePayment(
  context: PaymentsContext,
  payment: PaymentRow,
): Promise<Settlement> {
  if (!payment.intentId) return { is: "unknown" };
  return settleAs(context, payment.intentId, payment);
}

/** `told`: the payment that the intent says it is for, where that is known. */
export async function settleIntent(
  context: PaymentsContext,
  intentId: string,
  told?: string,
): Promise<Settlement> {
  const known = await findPaymentOfIntent(context.db, intentId);
  if (known) return settleAs(context, intentId, known);
  const untold = told && (await findPayment(context.db, told));
  if (!untold || untold.intentId !== null) return { is: "unknown" };
  return settleAs(context, intentId, untold);
}

async function settleAs(
  context: PaymentsContext,
  intentId: string,
  payment: PaymentRow,
): Promise<Settlement> {
  try {
    return await recordIntent(
      context,
      payment,
      await requireProvider(context).findIntent(intentId),
    );
  } catch (error) {
    if (error instanceof ProviderDown) return { is: "provider-down" };
    if (error instanceof ProviderRejected) return { is: "unknown" };
    throw error;
  }
}

/** What the provider itself answered a moment ago, and nobody else's word. */
export async function recordIntent(
  context: PaymentsContext,
  payment: PaymentRow,
  intent: Intent,
): Promise<Settlement> {
  if (intent.status === "waiting") return { is: "waiting" };
  if (intent.status === "processing" || (intent.status === "succeeded" && intent.received === 0)) {
    return { is: "pending" };
  }
  if (intent.status === "canceled") {
    await closePayment(context.db, intent.id);
    return { is: "dead" };
  }
  const settled = await retryOnConflict(() =>
    inTransaction(context.db, (db) => receive(db, payment, intent)),
  );
  if ("order" in settled) context.publishSoon(["orders"], settled.order.userId);
  if (settled.is === "paid") context.letters.wake();
  if (settled.is === "refunding") void context.refunds.wake();
  return settled;
}

/** Money came. The order goes forward by it, or the money goes back; said twice, it is once. */
async function receive(db: Queries, known: PaymentRow, intent: Intent): Promise<Settlement> {
  const [order, payment] = await pipeline(lockOrder(db, known.orderId), lockPayment(db, known.id));
  if (!order || !payment || (payment.intentId !== null && payment.intentId !== intent.id)) {
    return { is: "unknown" };
  }
  if (payment.state === "succeeded") {
    const paysIt = order.state === "paid" && order.transactionId === intent.id;
    return { is: paysIt ? "paid" : "refunding", order };
  }
  const reason = reasonToReturn(order, payment, intent);
  if (reason) {
    await pipeline(
      markPaymentSucceeded(db, payment.id, intent.id),
      queueRefund(db, payment, reason, intent.received),
    );
    return { is: "refunding", order };
  }
  const paidBy = { transactionId: intent.id, paidAt: new Date() };
  await pipeline(
    markPaymentSucceeded(db, payment.id, intent.id),
    moveOrder(db, order, "pay", paidBy),
    queueOrderLetter(db, "order-paid", order),
  );
  return { is: "paid", order: { ...order, ...paidBy, state: "paid" } };
}

function reasonToReturn(order: OrderRow, payment: PaymentRow, intent: Intent) {
  const isAsAsked =
    intent.received === order.totalCents &&
    intent.amount === payment.amountCents &&
    intent.currency === payment.currency &&
    intent.orderId === order.id &&
    intent.paymentId === payment.id;
  if (!isAsAsked) return "mismatch";
  if (!moveProblem("pay", order.state)) return undefined;
  return order.state === "cancelled" ? "late" : "second";
}
