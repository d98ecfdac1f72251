// POST /orders/:id/settled-elsewhere: an admin returned the money in another way, because the provider
// refuses to: a disputed payment, a closed account, too long ago.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { paymentCalls } from "#contract/payments.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { orderMoves } from "#contract/rules/order-states.ts";
import { isOpenDispute, maxDeclines } from "#contract/rules/refunds.ts";
import { lockOrder, type OrderRow } from "#server/modules/orders/move-order.ts";
import { noSuchOrder, presentOne } from "#server/modules/orders/store.ts";
import type { PaymentsContext } from "#server/modules/payments/context.ts";
import { findOrder, findPaymentOfIntent, type PaymentRow } from "#server/modules/payments/store.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { RefundRow } from "./queue-refund.ts";
import { recordReturned } from "./record-returned.ts";
import { openStatuses } from "./refund-queue.ts";
import { refunds } from "./tables.ts";

const change = {
  before: { state: "refunding" },
  after: { state: orderMoves.returnMoney.to },
} as const;

export function markRefundedManually(
  context: PaymentsContext,
): Handler<typeof paymentCalls.settleElsewhere> {
  return async ({ params: { id }, body }, caller) => {
    const user = caller.person._id;
    const noted = await retryOnConflict(() =>
      inTransaction(context.db, async (tx) => {
        const order = await lockOrder(tx, id);
        if (!order) return noSuchOrder;
        const problem = await markRefunds(tx, order, body.note, user);
        if (problem) return refuse("conflict", problem);
        return recordAction(tx, caller, {
          action: "settle-refund-elsewhere",
          about: id,
          ...change,
        });
      }),
    );
    if (noted instanceof Refusal) return noted;
    const order = await findOrder(context.db, id, "anybody");
    return order ? { reply: await presentOne(context.db, order), noted } : noSuchOrder;
  };
}

/** All that are open of the payment that paid the order. Returns why that is not possible. */
async function markRefunds(
  tx: Queries,
  order: OrderRow,
  settledNote: string,
  settledBy: string,
): Promise<string | undefined> {
  if (order.state !== "refunding") {
    return `This order has no open refund: it is ${order.state}.`;
  }
  const payment = await findPaymentOfIntent(tx, `${order.transactionId}`);
  const open = payment ? await lockOpenRefunds(tx, payment) : [];
  if (!payment || open.length === 0) return "This order has no open refund.";
  const problem = open.map((refund) => manualRefundProblem(refund, payment)).find(Boolean);
  if (problem) return problem;
  await tx
    .update(refunds)
    .set({ status: "elsewhere", doneAt: sql`now()`, settledNote, settledBy })
    .where(isOpenOf(payment));
  const { id: paymentId, intentId, capturedCents: captured } = payment;
  await recordReturned(tx, order, { paymentId, intentId: `${intentId}`, captured });
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
