// PATCH /orders/:id: the browser says that it paid, and the provider is asked whether that is so.
import type { orderCalls } from "#contract/orders.ts";
import { refuse } from "#contract/refusals.ts";
import { present } from "#server/modules/orders/store.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { withRequestDeadline } from "#server/platform/http/request-deadline.ts";
import type { PaymentsContext } from "./context.ts";
import { matchesTotal, noSuchOrder, totalMismatch } from "./refusals.ts";
import { settlePayment } from "./settle-payment.ts";
import { findOrderAndPayment, moveProblem, type OrderRow } from "./store.ts";

const confirming = refuse(
  "unavailable",
  "Your payment is being confirmed. You need not pay again; this page will say so as soon as it " +
    "is done.",
);
const notPaid = refuse(
  "conflict",
  "This payment has not gone through, and nothing was charged. Please try again.",
);
const returned = "Your payment could not be used for this order. It is being refunded in full.";
const notOfThisOrder = refuse("conflict", "That payment is not for this order.", {
  transactionId: "Is not a payment for this order",
});

export function payOrder(context: PaymentsContext): Pay {
  return (given, caller) =>
    withRequestDeadline(
      caller,
      () => pay(context, given, caller),
      () => confirming,
    );
}

type Pay = Handler<typeof orderCalls.pay>;

async function pay(
  context: PaymentsContext,
  { params, body }: Parameters<Pay>[0],
  { person }: Parameters<Pay>[1],
): ReturnType<Pay> {
  if (body.order !== params.id) {
    return refuse("invalid", "Some of what was sent is not right.", {
      order: "Is not the order of this address",
    });
  }
  const whose = { userId: person._id };
  const found = await findOrderAndPayment(context.db, params.id, whose, body.transactionId);
  if (!found) return noSuchOrder;
  const { order, payment } = found;
  if (!matchesTotal(order, body.price)) return totalMismatch(order);
  // Said twice, it is true twice.
  if (order.state === "paid" && order.transactionId === body.transactionId) return present(order);
  if (!payment) return notOfThisOrder;
  const settled = await settlePayment(context, payment);
  switch (settled.is) {
    case "paid":
      return present(settled.order);
    case "refunding":
      return refuse("conflict", sayReturned(settled.order));
    case "pending":
    case "provider-down":
      return confirming;
    case "waiting":
    case "dead":
      return refuse("conflict", moveProblem("pay", order.state) ?? notPaid.message);
    case "unknown":
      return notOfThisOrder;
  }
}

/** Why the payment was of no use, and that nobody loses their money by it. */
function sayReturned({ state }: OrderRow): string {
  const why = moveProblem("pay", state);
  const isTold = state === "refunding" || state === "refunded";
  return why && !isTold ? `${why} Your payment is being refunded in full.` : (why ?? returned);
}
