import type { AuditAction } from "#contract/audit.ts";
import type { orderCalls } from "#contract/orders.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import {
  confirming,
  type FulfilmentState,
  maySend,
  moveProblem,
  moverOf,
  orderMoves,
  shippedProblem,
} from "#contract/rules/order-states.ts";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import {
  isOfFormerCompany,
  lockOrder,
  moveOrder,
  type OrderRow,
} from "#server/modules/orders/move-order.ts";
import { formerCompany, noSuchOrder } from "#server/modules/orders/refusals.ts";
import {
  findLivePayment,
  findOrderAndLivePayment,
  lockPaymentOfIntent,
  stopPaymentOf,
} from "#server/modules/payments/store.ts";
import { makeRefundNow } from "#server/modules/refunds/process-refunds.ts";
import { queueRefund } from "#server/modules/refunds/queue-refund.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction, pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { closeIntent } from "./close-intent.ts";

const paidJustNow = refuse("conflict", orderMoves.cancel.otherwise.paid);

type Cancelled = Audited<{ deletedCount: 1 }> | Refusal<"not-found" | "conflict" | "shipped">;

export function cancelOrder(context: Context): Handler<typeof orderCalls.remove> {
  return async ({ params, query }, caller) => {
    const { person } = caller;
    const owner = person.role === "admin" ? "anybody" : { userId: person._id };
    const found = await findOrderAndLivePayment(context.db, params.id, owner);
    if (!found) return noSuchOrder;
    const { order, payment } = found;
    if (query.expected === "unpaid" && order.state === "paid") return paidJustNow;
    if (maySend(order.paymentState)) return cancelPaid(context, order, caller);
    if (payment && !moveProblem("cancel", order.paymentState)) await closeIntent(context, payment);
    return cancelUnpaid(context, order, caller);
  };
}

async function cancelUnpaid(
  context: Context,
  { id }: OrderRow,
  caller: SignedInCaller,
): Promise<Cancelled> {
  const changes = { closedAt: context.clock.now(), closedBy: caller.person._id };
  const cancelled = await retryOnConflict(() =>
    inTransaction(context.db, async (db): Promise<Cancelled> => {
      const [order, payment] = await pipeline(lockOrder(db, id), findLivePayment(db, id));
      const by = order && moverOf(caller.person, order);
      if (!by) return noSuchOrder;
      if (payment?.state === "processing") return refuse("conflict", confirming);
      const problem = moveProblem("cancel", order.paymentState);
      if (problem) return refuse("conflict", problem);
      const [noted] = await pipeline(
        recordAction(db, caller, auditEntry("cancel-order", "cancel", order)),
        moveOrder(db, order, { name: "cancel", by }, changes),
        addOrderLetter(db, "order-cancelled", order),
        stopPaymentOf(db, id),
      );
      return { reply: { deletedCount: 1 }, noted };
    }),
  );
  context.jobs.wake();
  return cancelled;
}

async function cancelPaid(
  context: Context,
  { id, transactionId }: OrderRow,
  caller: SignedInCaller,
): Promise<Cancelled> {
  const byUser = caller.person._id;
  const cancelled = await retryOnConflict(() =>
    inTransaction(context.db, async (db) => {
      const [order, payment] = await pipeline(
        lockOrder(db, id),
        lockPaymentOfIntent(db, `${transactionId}`),
      );
      const by = order && moverOf(caller.person, order);
      if (!by) return noSuchOrder;
      if (await isOfFormerCompany(db, order, caller.person)) return formerCompany;
      const problem = moveProblem("refund", order.paymentState);
      if (problem) return refuse("conflict", problem);
      const shipped = shippedProblem(
        order.fulfilmentState as FulfilmentState,
        order.delivery.kind === "collection",
      );
      if (shipped) return refuse("shipped", shipped);
      if (!payment) throw new Error(`The payment of the paid order ${id} is missing`);
      const amountCents = payment.capturedCents - payment.refundingCents;
      const refund = { reason: "cancelled", amountCents, byUser } as const;
      const changes = { closedAt: context.clock.now(), closedBy: byUser };
      const [noted, , , queued] = await pipeline(
        recordAction(db, caller, auditEntry("refund-order", "refund", order)),
        moveOrder(db, order, { name: "refund", by }, changes),
        addOrderLetter(db, "order-cancelled", order),
        queueRefund(db, { order, payment }, refund),
      );
      return { reply: { deletedCount: 1 } as const, noted, refund: queued?.id };
    }),
  );
  context.jobs.wake();
  if (cancelled instanceof Refusal) return cancelled;
  const { reply, noted, refund } = cancelled;
  if (refund) await makeRefundNow(context, refund);
  return { reply, noted };
}

function auditEntry(action: AuditAction, move: "cancel" | "refund", { id, state }: OrderRow) {
  return { action, about: id, before: { state }, after: { state: orderMoves[move].to } };
}
