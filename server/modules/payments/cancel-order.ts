// DELETE /orders/:id: an unpaid order is cancelled and its stock given back; a paid one is cancelled
// and its money given back, and then its stock. Nothing is destroyed.

import { setTimeout as sleep } from "node:timers/promises";
import type { AuditAction } from "#contract/audit.ts";
import type { orderCalls } from "#contract/orders.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { orderMoves } from "#contract/rules/order-states.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/pipeline.ts";
import { retryOnConflict } from "#server/platform/database/retry-on-conflict.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import type { PaymentsContext } from "./context.ts";
import { ProviderDown, ProviderRejected } from "./provider-types.ts";
import { noSuchOrder } from "./refusals.ts";
import { recordIntent } from "./settle-payment.ts";
import {
  findOrderAndLivePayment,
  findPaymentOfIntent,
  lockOrder,
  moveOrder,
  moveProblem,
  type OrderRow,
  type PaymentRow,
  queueOrderLetter,
  queueRefund,
  returnStock,
  stopPaymentOf,
} from "./store.ts";

/** A provider that is slower does not hold up the stock: what comes late goes back. */
const cancelWithin = 3_000;
/** How long the answer waits for the refund; it is worked off in any case. */
const refundWithin = 2_000;

const paidJustNow = refuse("conflict", orderMoves.cancel.otherwise.paid);

type Cancelled = Audited<{ deletedCount: 1 }> | Refusal<"not-found" | "conflict">;

export function cancelOrder(context: PaymentsContext): Handler<typeof orderCalls.remove> {
  return async ({ params, query }, caller) => {
    const { person } = caller;
    const whose = person.role === "admin" ? "anybody" : { userId: person._id };
    const found = await findOrderAndLivePayment(context.db, params.id, whose);
    if (!found) return noSuchOrder;
    const { order, payment } = found;
    if (query.expected === "unpaid" && order.state === "paid") return paidJustNow;
    if (order.state === "paid") return refundPaid(context, order, caller);
    if (payment && !moveProblem("cancel", order.state)) await stopPayment(context, payment);
    return cancelUnpaid(context, order, caller);
  };
}

async function cancelUnpaid(
  context: PaymentsContext,
  found: OrderRow,
  caller: SignedInCaller,
): Promise<Cancelled> {
  const by = caller.person._id;
  const answer = await retryOnConflict(() =>
    inTransaction(context.db, async (db): Promise<Cancelled> => {
      const order = await lockOrder(db, found.id);
      if (!order) return noSuchOrder;
      const no = moveProblem("cancel", order.state);
      if (no) return refuse("conflict", no);
      const [noted] = await pipeline(
        recordAction(db, caller, noteOf("cancel-order", "cancel", order)),
        moveOrder(db, order, "cancel", { closedAt: new Date(), closedBy: by }),
        returnStock(db, order, "cancelled", by),
        queueOrderLetter(db, "order-cancelled", order),
        stopPaymentOf(db, order.id),
      );
      return { reply: { deletedCount: 1 }, noted };
    }),
  );
  context.publishSoon(["parts", "orders"], found.userId);
  context.letters.wake();
  return answer;
}

/**
 * At the provider first: what cannot be paid any more cannot come late. Where it turns out to have
 * been paid, the order is paid by now. Where nothing is heard, the order is cancelled all the same.
 */
async function stopPayment(
  { provider, ...context }: PaymentsContext,
  payment: PaymentRow,
): Promise<void> {
  if (!payment.intentId || !provider) return;
  try {
    const intent = await provider.cancelIntent(payment.intentId, { within: cancelWithin });
    await recordIntent({ provider, ...context }, payment, intent);
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRejected)) throw error;
  }
}

function noteOf(action: AuditAction, move: "cancel" | "refund", { id }: OrderRow) {
  const { from, to } = orderMoves[move];
  return { action, about: id, before: { state: from }, after: { state: to } };
}

async function refundPaid(
  context: PaymentsContext,
  found: OrderRow,
  caller: SignedInCaller,
): Promise<Cancelled> {
  const by = caller.person._id;
  const answer = await retryOnConflict(() =>
    inTransaction(context.db, async (db): Promise<Cancelled> => {
      // What paid it once, paid it for good.
      const [order, payment] = await pipeline(
        lockOrder(db, found.id),
        findPaymentOfIntent(db, `${found.transactionId}`),
      );
      if (!order) return noSuchOrder;
      const no = moveProblem("refund", order.state);
      if (no) return refuse("conflict", no);
      if (!payment) throw new Error(`Order ${found.id} is paid by no payment of ours`);
      const [noted] = await pipeline(
        recordAction(db, caller, noteOf("refund-order", "refund", order)),
        moveOrder(db, order, "refund", { closedAt: new Date(), closedBy: by }),
        queueRefund(db, payment, "cancelled", payment.amountCents),
        queueOrderLetter(db, "order-cancelled", order),
      );
      return { reply: { deletedCount: 1 }, noted };
    }),
  );
  context.publishSoon(["orders"], found.userId);
  context.letters.wake();
  if ("reply" in answer) {
    await Promise.race([context.refunds.wake(), sleep(refundWithin, undefined, { ref: false })]);
  }
  return answer;
}
