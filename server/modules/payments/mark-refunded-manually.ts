// POST /orders/:id/settled-elsewhere: an admin says that the customer got the money in another way,
// because the provider refuses to give it back: a disputed payment, a closed account, too long ago.
import { and, eq, sql } from "drizzle-orm";
import { isOpenDispute, maxDeclines, type paymentCalls } from "#contract/payments.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { orderMoves } from "#contract/rules/order-states.ts";
import { present } from "#server/modules/orders/store.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction, type Queries } from "#server/platform/database/connect.ts";
import { retryOnConflict } from "#server/platform/database/retry-on-conflict.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { PaymentsContext } from "./context.ts";
import { noSuchOrder } from "./refusals.ts";
import {
  findOrder,
  lockOrder,
  moveOrder,
  type PaymentRow,
  type RefundRow,
  returnStock,
} from "./store.ts";
import { payments, refunds } from "./tables.ts";

export function markRefundedManually(
  context: PaymentsContext,
): Handler<typeof paymentCalls.settleElsewhere> {
  return async ({ params: { id }, body }, caller) => {
    const { person } = caller;
    const noted = await retryOnConflict(() =>
      inTransaction(context.db, async (db) => {
        const order = await lockOrder(db, id);
        if (!order) return noSuchOrder;
        if (order.state !== "refunding") {
          return refuse("conflict", `This order waits for no refund: it is ${order.state}.`);
        }
        const waiting = await lockRefund(db, id);
        const why = whyNotElsewhere(waiting);
        if (why || !waiting) return refuse("conflict", why);
        await db
          .update(refunds)
          .set({ state: "done", doneAt: sql`now()`, settledNote: body.note, settledBy: person._id })
          .where(eq(refunds.id, waiting.refund.id));
        await moveOrder(db, order, "returnMoney");
        await returnStock(db, order, "refunded", person._id);
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

const { from, to } = orderMoves.returnMoney;
const change = { before: { state: from }, after: { state: to } };

type Waiting = { refund: RefundRow; payment: PaymentRow };

/** What the order itself waits for; money that came twice is another matter. */
async function lockRefund(db: Queries, orderId: string): Promise<Waiting | undefined> {
  const [waiting] = await db
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
  return waiting;
}

/** The customer must not get the money twice, so it must be certain that it does not go back. */
function whyNotElsewhere(waiting: Waiting | undefined): string {
  if (!waiting) return "This order waits for no refund.";
  const { refund, payment } = waiting;
  if (refund.refundId !== null) {
    return "The card provider has begun this refund, and the customer's bank has it in hand.";
  }
  if (refund.askedAt !== null) {
    return "It is not known yet how the last try went. Please look again in a few minutes.";
  }
  if (refund.noes < maxDeclines && !isOpenDispute(payment.disputeState)) {
    return `The card provider has refused this refund ${refund.noes} times. The shop goes on trying; after ${maxDeclines} times it can be settled elsewhere.`;
  }
  return "";
}
