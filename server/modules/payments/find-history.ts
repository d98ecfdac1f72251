// What happened to an order and its money, for who must answer for it.
import { eq, getTableColumns } from "drizzle-orm";
import type { OrderEvent } from "#contract/orders.ts";
import { declinedForGoodNote, isOpenDispute, maxDeclines } from "#contract/payments.ts";
import { toDollars } from "#contract/rules/money.ts";
import { users } from "#server/modules/customers/tables.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { payments, refunds } from "./tables.ts";

type OrderRow = typeof orders.$inferSelect & { closer: string | null };
type Payment = typeof payments.$inferSelect;
type Refund = typeof refunds.$inferSelect;

const reasons: Record<string, string> = {
  cancelled: "The order was cancelled",
  late: "The order was cancelled before the money came",
  second: "The order was paid already",
  mismatch: "It was not the payment that was asked for",
};

/** The oldest first; nothing where there is no such order. */
export async function findHistory(db: Queries, id: string): Promise<OrderEvent[] | undefined> {
  const [found] = await db
    .select({ order: orders, closer: users.email })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.closedBy))
    .where(eq(orders.id, id));
  if (!found) return undefined;
  const order = { ...found.order, closer: found.closer };
  const paid = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, id))
    .orderBy(payments.id);
  const back = await db
    .select({ ...getTableColumns(refunds), settler: users.email })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.settledBy))
    .where(eq(refunds.orderId, id))
    .orderBy(refunds.id);
  return [
    ...ofOrder(order),
    ...paid.flatMap(ofPayment),
    ...back.flatMap((refund) => ofRefund(refund, paid)),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function ofOrder({ createdAt, closedAt, totalCents, ...order }: OrderRow): OrderEvent[] {
  const ordered = event(createdAt, "ordered", { amount: toDollars(totalCents) });
  return closedAt ? [ordered, event(closedAt, "cancelled", { note: whoClosed(order) })] : [ordered];
}

function whoClosed({
  closedBy,
  userId,
  closer,
}: Pick<OrderRow, "closedBy" | "userId" | "closer">): string | undefined {
  if (closedBy === null) return undefined;
  if (closedBy === userId) return "By the customer";
  return closer === null ? "By an account that is gone" : `By an admin, ${closer}`;
}

function ofPayment(payment: Payment): OrderEvent[] {
  const { createdAt, settledAt, state } = payment;
  const details = {
    amount: toDollars(payment.amountCents),
    ...(payment.intentId !== null && { reference: payment.intentId }),
  };
  const begun = event(createdAt, "payment-begun", details);
  const end = { succeeded: "paid", dead: "payment-given-up" } as const;
  if (state !== "succeeded" && state !== "dead") return [begun];
  return [
    begun,
    event(settledAt ?? createdAt, end[state], { ...details, note: disputeOf(payment) }),
  ];
}

/** It is answered in the provider's dashboard, and this is where an admin hears of it. */
function disputeOf({ disputedAt, disputeState: state }: Payment): string | undefined {
  if (!disputedAt || state === null) return undefined;
  const since = `The customer's bank asked for it back on ${disputedAt.toISOString().slice(0, 10)}`;
  return isOpenDispute(state)
    ? `${since}: answer the dispute in the card provider's dashboard (${state})`
    : `${since}; that dispute is over: ${state}`;
}

function ofRefund(refund: Refund & { settler: string | null }, paid: Payment[]): OrderEvent[] {
  const { createdAt, doneAt, refundId, settledNote, settler } = refund;
  const amount = toDollars(refund.amountCents);
  const payment = paid.find(({ id }) => id === refund.paymentId);
  const wanted = event(createdAt, "refund-wanted", {
    amount,
    note: (reasons[refund.reason] ?? refund.reason) + (doneAt ? "" : troubleOf(refund, payment)),
    ...(payment?.intentId && { reference: payment.intentId }),
  });
  if (!doneAt) return [wanted];
  const settled = `Settled elsewhere, by ${settler ? `an admin, ${settler}` : "an account that is gone"}: ${settledNote}`;
  return [
    wanted,
    event(doneAt, "refunded", {
      amount,
      ...(refundId && { reference: refundId }),
      ...(settledNote !== null && { note: settled }),
    }),
  ];
}

function troubleOf({ tries, noes, lastError, askedAt, refundId }: Refund, payment?: Payment) {
  const isRefused = noes >= maxDeclines || isOpenDispute(payment?.disputeState ?? null);
  // While a try may still go through, nobody is to pay the money in another way.
  const isForGood = isRefused && askedAt === null && refundId === null;
  const words = lastError === null ? "" : `; tried ${tries} times: ${lastError}`;
  return isForGood ? `. ${declinedForGoodNote}${words}` : words;
}

function event(
  at: Date,
  what: OrderEvent["what"],
  { note, ...rest }: Pick<OrderEvent, "amount" | "reference" | "note">,
): OrderEvent {
  return { at: at.toISOString(), what, ...rest, ...(note !== undefined && { note }) };
}
