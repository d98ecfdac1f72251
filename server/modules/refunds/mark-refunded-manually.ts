// An admin returned the money in another way, because the provider refuses to.
import { and, eq, inArray } from "drizzle-orm";
import type { paymentCalls } from "#contract/payments.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { orderMoves } from "#contract/rules/order-states.ts";
import { isOpenDispute, maxDeclines } from "#contract/rules/refunds.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { present } from "#server/modules/orders/store.ts";
import type { PaymentRow } from "#server/modules/payments/store.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { shopNow } from "#server/platform/database/columns.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { RefundsContext } from "./context.ts";
import { recordReturned } from "./record-returned.ts";
import { openStatuses } from "./refund-queue.ts";
import { type RefundRow, refunds } from "./tables.ts";

const change = {
  before: { state: "refunding" },
  after: { state: orderMoves.returnMoney.to },
} as const;

export function markRefundedManually(
  context: RefundsContext,
): Handler<typeof paymentCalls.settleElsewhere> {
  return async ({ params: { id }, body }, caller) => {
    const { db, orders } = context;
    const done = await retryOnConflict(() =>
      inTransaction(db, async (tx) => {
        const order = await orders.lockOrder(tx, id);
        if (!order) return noSuchOrder;
        const by = { settledNote: body.note, settledBy: caller.person._id };
        const problem = await markRefunds(context, tx, order, by);
        if (problem) return refuse("conflict", problem);
        await orders.storeOrderEvent(tx, "order.refund-done", order);
        const action = { action: "settle-refund-elsewhere", about: id, ...change } as const;
        const noted = await recordAction(tx, caller, action);
        const settled = await orders.lockOrder(tx, id);
        return settled ? { settled, noted } : noSuchOrder;
      }),
    );
    if (done instanceof Refusal) return done;
    return { reply: present(done.settled, done.settled.lines), noted: done.noted };
  };
}

async function markRefunds(
  context: RefundsContext,
  tx: Queries,
  order: LockedOrder,
  by: { settledNote: string; settledBy: string },
): Promise<string | undefined> {
  if (order.state !== "refunding") {
    return `This order has no open refund: it is ${order.state}.`;
  }
  const payment = await context.payments.findPaymentOfIntent(tx, `${order.transactionId}`);
  const open = payment ? await lockOpenRefunds(tx, payment) : [];
  if (!payment || open.length === 0) return "This order has no open refund.";
  const problem = open.map((refund) => manualRefundProblem(refund, payment)).find(Boolean);
  if (problem) return problem;
  await tx
    .update(refunds)
    .set({ status: "elsewhere", doneAt: shopNow, ...by })
    .where(isOpenOf(payment));
  const { id: paymentId, intentId, capturedCents: captured } = payment;
  await recordReturned(context, tx, order, {
    paymentId,
    intentId: `${intentId}`,
    captured,
    by: "admin",
  });
  return undefined;
}

const isOpenOf = ({ id }: PaymentRow) =>
  and(eq(refunds.paymentId, id), inArray(refunds.status, openStatuses));

function lockOpenRefunds(db: Queries, payment: PaymentRow): Promise<RefundRow[]> {
  return db.select().from(refunds).where(isOpenOf(payment)).for("update");
}

function manualRefundProblem(refund: RefundRow, payment: PaymentRow): string | undefined {
  if (refund.refundId !== null) {
    return "The card provider has started this refund, and the customer's bank is processing it.";
  }
  if (refund.askedAt !== null) {
    return "The result of the last attempt is not known yet. Please check again in a few minutes.";
  }
  if (refund.declines < maxDeclines && !isOpenDispute(payment.disputeState)) {
    return `The card provider has refused this refund ${refund.declines} times. The shop keeps retrying; after ${maxDeclines} declines you can mark it as refunded manually.`;
  }
  return undefined;
}
