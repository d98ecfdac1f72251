import type { Order, orderCalls } from "#contract/orders.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { moveProblem } from "#contract/rules/order-states.ts";
import type { Context } from "#server/context.ts";
import type { OrderRow } from "#server/modules/orders/move-order.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { present, presentOne } from "#server/modules/orders/store.ts";
import { matchesTotal, totalMismatch } from "#server/modules/payments/refusals.ts";
import { findOrderAndPayment, type PaymentRow } from "#server/modules/payments/store.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { settlePayment } from "./settle-payment.ts";

const confirming = refuse(
  "unavailable",
  "Your payment is being confirmed. Please do not pay again; this page updates as soon as it is " +
    "done.",
);
const notPaid = refuse(
  "conflict",
  "This payment has not gone through, and nothing was charged. Please try again.",
);
const notOfThisOrder = refuse("conflict", "That payment is not for this order.", {
  transactionId: "Is not a payment for this order",
});
const otherOrderInBody = refuse("invalid", "Some of what was sent is not right.", {
  order: "Is not the order of this address",
});

export function payOrder(context: Context): Handler<typeof orderCalls.pay> {
  return async ({ params, body }, caller) => {
    if (body.order !== params.id) return otherOrderInBody;
    const owner = { userId: caller.person._id };
    const found = await findOrderAndPayment(context.db, params.id, owner, body.transactionId);
    return found ? finishPayment(context, found, { ...body, caller }) : noSuchOrder;
  };
}

type Reported = { price: number; transactionId: string; caller: Caller };

export async function finishPayment(
  context: Context,
  { order, payment }: { order: OrderRow; payment: PaymentRow | null },
  { price, transactionId, caller }: Reported,
): Promise<Order | Refusal<"conflict" | "unavailable">> {
  caller.replyWhenLate = confirming;
  if (!matchesTotal(order, price)) return totalMismatch(order);
  if (order.state === "paid" && order.transactionId === transactionId)
    return presentOne(context.db, order);
  if (!payment) return notOfThisOrder;
  const settlement = await settlePayment(context, payment);
  switch (settlement.is) {
    case "paid":
      return present(settlement.order, settlement.order.lines);
    case "refunding":
      return refuse("conflict", refundText(settlement.order));
    case "pending":
    case "provider-down":
      return confirming;
    case "unpaid":
    case "canceled":
      return refuse("conflict", moveProblem("pay", order.state) ?? notPaid.message);
    case "unknown":
      return notOfThisOrder;
  }
}

function refundText({ state }: OrderRow): string {
  const problem = moveProblem("pay", state);
  if (!problem) {
    return "Your payment could not be used for this order. It is being refunded in full.";
  }
  const saysRefund = state === "refunding" || state === "refunded";
  return saysRefund ? problem : `${problem} Your payment is being refunded in full.`;
}
