// An admin returned the money in another way, because the provider refuses to.
import { and, eq, inArray } from "drizzle-orm";
import type { paymentCalls } from "#contract/payments.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { isOpenDispute, maxDeclines } from "#contract/rules/refunds.ts";
import type { Context } from "#server/context.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { present } from "#server/modules/orders/store.ts";
import type { PaymentRow } from "#server/modules/payments/store.ts";
import { payments } from "#server/modules/payments/tables.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { shopNow } from "#server/platform/database/columns.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { recordReturned } from "./record-returned.ts";
import { openStatuses } from "./refund-queue.ts";
import { type RefundRow, refunds } from "./tables.ts";

export function markRefundedManually(
  context: Context,
): Handler<typeof paymentCalls.settleElsewhere> {
  return async ({ params: { id }, body }, caller) => {
    const { db } = context;
    const done = await retryOnConflict(() =>
      inTransaction(db, async (tx) => {
        const order = await lockOrder(tx, id);
        if (!order) return noSuchOrder;
        const by = { settledNote: body.note, settledBy: caller.person._id };
        const problem = await markRefunds(context, tx, order, by);
        if (problem) return refuse("conflict", problem);
        await storeOrderEvent(tx, "order.refund-done", order);
        const settled = await lockOrder(tx, id);
        if (!settled) return noSuchOrder;
        const [before, after] = [{ state: order.state }, { state: settled.state }];
        const action = { action: "settle-refund-elsewhere", about: id, before, after } as const;
        return { settled, noted: await recordAction(tx, caller, action) };
      }),
    );
    if (done instanceof Refusal) return done;
    return { reply: present(done.settled, done.settled.lines), noted: done.noted };
  };
}

async function markRefunds(
  context: Context,
  tx: Queries,
  order: LockedOrder,
  by: { settledNote: string; settledBy: string },
): Promise<string | undefined> {
  const open = await lockOpenRefunds(tx, order);
  const declined = open.filter((each) => !manualRefundProblem(each));
  if (declined.length === 0) {
    return (
      open.map(manualRefundProblem)[0] ?? `This order has no open refund: it is ${order.state}.`
    );
  }
  const ids = declined.map(({ refund }) => refund.id);
  await tx
    .update(refunds)
    .set({ status: "elsewhere", doneAt: shopNow, ...by })
    .where(inArray(refunds.id, ids));
  const paid = new Map(declined.map(({ payment }) => [payment.id, payment]));
  for (const { id: paymentId, intentId, capturedCents: captured } of paid.values()) {
    const returned = { paymentId, intentId: `${intentId}`, captured, by: "admin" } as const;
    await recordReturned(context, tx, order, returned);
  }
  return undefined;
}

const isOpenOf = ({ id }: LockedOrder) =>
  and(eq(refunds.orderId, id), inArray(refunds.status, openStatuses));

type OpenRefund = { refund: RefundRow; payment: PaymentRow };

async function lockOpenRefunds(db: Queries, order: LockedOrder): Promise<OpenRefund[]> {
  const open = await db.select().from(refunds).where(isOpenOf(order)).for("update");
  const paid = await db.select().from(payments).where(eq(payments.orderId, order.id));
  return open.flatMap((refund) => {
    const payment = paid.find(({ id }) => id === refund.paymentId);
    return payment ? [{ refund, payment }] : [];
  });
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
