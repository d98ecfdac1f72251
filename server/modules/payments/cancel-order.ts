// DELETE /orders/:id cancels: stock returns at once, or for a paid order when its refund is done.

import { setTimeout as sleep } from "node:timers/promises";
import type { AuditAction } from "#contract/audit.ts";
import type { orderCalls } from "#contract/orders.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { orderMoves } from "#contract/rules/order-states.ts";
import { returnStock } from "#server/modules/catalog/stock.ts";
import {
  lockOrder,
  moveOrder,
  moveProblem,
  noSuchOrder,
  type OrderRow,
} from "#server/modules/orders/move-order.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction, pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import type { PaymentsContext } from "./context.ts";
import { ProviderDown, ProviderRejected } from "./provider-types.ts";
import { recordIntent } from "./settle-payment.ts";
import {
  findOrderAndLivePayment,
  findPaymentOfIntent,
  type PaymentRow,
  queueRefund,
  stopPaymentOf,
} from "./store.ts";

/** A slower provider does not hold the stock: a payment that still succeeds is refunded. */
const cancelTimeoutMs = 3_000;
/** How long the response waits for the refund, which is made in any case. */
const refundWaitMs = 2_000;

const paidJustNow = refuse("conflict", orderMoves.cancel.otherwise.paid);

type Cancelled = Audited<{ deletedCount: 1 }> | Refusal<"not-found" | "conflict">;

export function cancelOrder(context: PaymentsContext): Handler<typeof orderCalls.remove> {
  return async ({ params, query }, caller) => {
    const { person } = caller;
    const owner = person.role === "admin" ? "anybody" : { userId: person._id };
    const found = await findOrderAndLivePayment(context.db, params.id, owner);
    if (!found) return noSuchOrder;
    const { order, payment } = found;
    if (query.expected === "unpaid" && order.state === "paid") return paidJustNow;
    if (order.state === "paid") return cancelPaid(context, order, caller);
    if (payment && !moveProblem("cancel", order.state)) await stopPayment(context, payment);
    return cancelUnpaid(context, order, caller);
  };
}

/**
 * First at the provider, so that the order cannot be paid after it is cancelled. If it was paid
 * already, it is stored as paid; if the provider does not respond, it is cancelled all the same.
 */
async function stopPayment(context: PaymentsContext, payment: PaymentRow): Promise<void> {
  const { provider } = context;
  if (!payment.intentId || !provider) return;
  try {
    const intent = await provider.cancelIntent(payment.intentId, { timeoutMs: cancelTimeoutMs });
    await recordIntent(context, payment, intent);
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRejected)) throw error;
  }
}

async function cancelUnpaid(
  context: PaymentsContext,
  { id, userId }: OrderRow,
  caller: SignedInCaller,
): Promise<Cancelled> {
  const user = caller.person._id;
  const cancelled = await retryOnConflict(() =>
    inTransaction(context.db, async (db): Promise<Cancelled> => {
      const order = await lockOrder(db, id);
      if (!order) return noSuchOrder;
      const problem = moveProblem("cancel", order.state);
      if (problem) return refuse("conflict", problem);
      const [noted] = await pipeline(
        recordAction(db, caller, auditEntry("cancel-order", "cancel", order)),
        moveOrder(db, order, "cancel", { closedAt: new Date(), closedBy: user }),
        returnStock(db, order, { reason: "cancelled", order: id, user }),
        context.letters.addOrderLetter(db, "order-cancelled", order),
        stopPaymentOf(db, id),
      );
      return { reply: { deletedCount: 1 }, noted };
    }),
  );
  context.publishSoon(["parts", "orders"], userId);
  context.letters.wake();
  return cancelled;
}

async function cancelPaid(
  context: PaymentsContext,
  { id, transactionId, userId }: OrderRow,
  caller: SignedInCaller,
): Promise<Cancelled> {
  const cancelled = await retryOnConflict(() =>
    inTransaction(context.db, async (db): Promise<Cancelled> => {
      const [order, payment] = await pipeline(
        lockOrder(db, id),
        findPaymentOfIntent(db, `${transactionId}`),
      );
      if (!order) return noSuchOrder;
      const problem = moveProblem("refund", order.state);
      if (problem) return refuse("conflict", problem);
      if (!payment) throw new Error(`The payment of the paid order ${id} is missing`);
      const [noted] = await pipeline(
        recordAction(db, caller, auditEntry("refund-order", "refund", order)),
        moveOrder(db, order, "refund", { closedAt: new Date(), closedBy: caller.person._id }),
        queueRefund(db, payment, "cancelled", payment.amountCents),
        context.letters.addOrderLetter(db, "order-cancelled", order),
      );
      return { reply: { deletedCount: 1 }, noted };
    }),
  );
  context.publishSoon(["orders"], userId);
  context.letters.wake();
  if ("reply" in cancelled) {
    await Promise.race([context.refunds.wake(), sleep(refundWaitMs, undefined, { ref: false })]);
  }
  return cancelled;
}

function auditEntry(action: AuditAction, move: "cancel" | "refund", { id }: OrderRow) {
  const { from, to } = orderMoves[move];
  return { action, about: id, before: { state: from }, after: { state: to } };
}
