// POST /orders/:id/settled-elsewhere: an admin returned the money in another way, because the provider
// refuses to: a disputed payment, a closed account, too long ago.
import { and, eq, sql } from "drizzle-orm";
import type { paymentCalls } from "#contract/payments.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { orderMoves } from "#contract/rules/order-states.ts";
import { isOpenDispute, maxDeclines } from "#contract/rules/refunds.ts";
import { returnStock } from "#server/modules/catalog/stock.ts";
import { lockOrder, moveOrder, noSuchOrder } from "#server/modules/orders/move-order.ts";
import { present } from "#server/modules/orders/store.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { PaymentsContext } from "./context.ts";
import { findOrder, type PaymentRow } from "./store.ts";
import { payments, refunds } from "./tables.ts";

const { from, to } = orderMoves.returnMoney;
const change = { before: { state: from }, after: { state: to } };

export function markRefundedManually(
  context: PaymentsContext,
): Handler<typeof paymentCalls.settleElsewhere> {
  return async ({ params: { id }, body }, caller) => {
    const user = caller.person._id;
    const noted = await retryOnConflict(() =>
      inTransaction(context.db, async (db) => {
        const order = await lockOrder(db, id);
        if (!order) return noSuchOrder;
        if (order.state !== "refunding") {
          return refuse("conflict", `This order has no open refund: it is ${order.state}.`);
        }
        const open = await lockOpenRefund(db, id);
        if (!open) return refuse("conflict", "This order has no open refund.");
        const problem = manualRefundProblem(open);
        if (problem) return refuse("conflict", problem);
        await db
          .update(refunds)
          .set({ state: "done", doneAt: sql`now()`, settledNote: body.note, settledBy: user })
          .where(eq(refunds.id, open.refund.id));
        await moveOrder(db, order, "returnMoney");
        await returnStock(db, order, { reason: "refunded", order: id, user });
        return recordAction(db, caller, {
          action: "settle-refund-elsewhere",
          about: id,
          ...change,
        });
      }),
    );
    if (noted instanceof Refusal) return noted;
    const order = await findOrder(context.db, id, "anybody");
    context.publishSoon(["parts", "orders"], order?.userId);
    return order ? { reply: present(order), noted } : noSuchOrder;
  };
}

type OpenRefund = { refund: typeof refunds.$inferSelect; payment: PaymentRow };

/** The refund of the cancellation; one of a second payment does not close the order. */
async function lockOpenRefund(db: Queries, orderId: string): Promise<OpenRefund | undefined> {
  const [open] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.state, "wanted"),
        eq(refunds.reason, "cancelled"),
      ),
    )
    .for("update", { of: refunds });
  return open;
}

function manualRefundProblem({ refund, payment }: OpenRefund): string | undefined {
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
