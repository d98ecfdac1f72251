import { eq, getTableColumns } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { OrderEvent } from "#contract/orders.ts";
import { toDollars } from "#contract/rules/money.ts";
import { nameLetter, orderLetters } from "#contract/rules/order-letters.ts";
import { wasCancelled } from "#contract/rules/order-states.ts";
import { declinedForGoodNote, isOpenDispute, maxDeclines } from "#contract/rules/refunds.ts";
import { users } from "#server/modules/customers/tables.ts";
import { formatTime } from "#server/modules/letters/format-time.ts";
import type { OrderRow } from "#server/modules/orders/move-order.ts";
import { listNotes } from "#server/modules/orders/note-store.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { payments } from "#server/modules/payments/tables.ts";
import { refunds } from "#server/modules/refunds/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";

type Payment = typeof payments.$inferSelect;
type Refund = typeof refunds.$inferSelect & {
  askedByEmail: string | null;
  settledByEmail: string | null;
};

export async function findHistory(
  db: Queries,
  id: string,
  timeZone: string,
): Promise<OrderEvent[] | undefined> {
  const [found] = await db
    .select({ order: orders, closedByEmail: users.email })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.closedBy))
    .where(eq(orders.id, id));
  if (!found) return undefined;
  const ownPayments = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, id))
    .orderBy(payments.id);
  const settlers = alias(users, "settlers");
  const ownRefunds = await db
    .select({
      ...getTableColumns(refunds),
      askedByEmail: users.email,
      settledByEmail: settlers.email,
    })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.byUser))
    .leftJoin(settlers, eq(settlers.id, refunds.settledBy))
    .where(eq(refunds.orderId, id))
    .orderBy(refunds.id);
  const notes = await listNotes(db, id);
  return [
    ...orderEvents(found.order as OrderRow, found.closedByEmail),
    ...notes.map((note) => noteEvent(note, found.order.delivery.kind === "collection")),
    ...ownPayments.flatMap((payment) => paymentEvents(payment, timeZone)),
    ...(found.order.dueOn && found.order.paidAt ? [toEvent(found.order.paidAt, "paid", {})] : []),
    ...ownRefunds.flatMap((refund) =>
      refundEvents(
        refund,
        ownPayments.find((payment) => payment.id === refund.paymentId),
        found.order,
      ),
    ),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function orderEvents(order: OrderRow, closedByEmail: string | null): OrderEvent[] {
  const { createdAt, closedAt, closedBy, userId, totalCents } = order;
  const ordered = toEvent(createdAt, "ordered", { amount: toDollars(totalCents) });
  if (!closedAt || !wasCancelled(order)) return [ordered];
  const byStaff = closedByEmail ? `By an admin, ${closedByEmail}` : "By an account that is gone";
  const note = closedBy === userId ? "By the customer" : byStaff;
  return [ordered, toEvent(closedAt, "cancelled", closedBy === null ? {} : { note })];
}

type Note = Awaited<ReturnType<typeof listNotes>>[number];

function noteEvent({ kind, text, createdAt, email }: Note, isCollection: boolean): OrderEvent {
  const letter = orderLetters.find((each) => each === text);
  const by = email ? `By an admin, ${email}` : "By an account that is gone";
  const said = {
    note: `${text}\n${by}`,
    address: by,
    letter: `${letter ? nameLetter(letter, isCollection) : text}. ${by}`,
  }[kind];
  return toEvent(createdAt, noteNames[kind], { note: said });
}

const noteNames = {
  note: "note",
  address: "address-corrected",
  letter: "letter-sent-again",
} as const;

function paymentEvents(payment: Payment, timeZone: string): OrderEvent[] {
  const { createdAt, settledAt, state } = payment;
  const details = {
    amount: toDollars(payment.amountCents),
    ...(payment.intentId !== null && { reference: payment.intentId }),
  };
  if (payment.method === "account") return [toEvent(createdAt, "on-account", details)];
  const progress = progressNote(payment);
  const begun = [
    toEvent(createdAt, "payment-begun", { ...details, ...(progress && { note: progress }) }),
    ...payment.declines.map(({ at, message }) =>
      toEvent(new Date(at), "payment-declined", { ...details, note: message }),
    ),
  ];
  if (state !== "succeeded" && state !== "dead") return begun;
  const what = state === "succeeded" ? "paid" : "payment-given-up";
  const note = disputeNote(payment, timeZone);
  return [...begun, toEvent(settledAt ?? createdAt, what, { ...details, ...(note && { note }) })];
}

function progressNote({ state, lastDecline, declines }: Payment): string | undefined {
  if (state === "processing") return "The customer's bank is confirming it";
  // A release before kept the newest alone.
  return lastDecline === null || declines.length > 0
    ? undefined
    : `A card was declined: ${lastDecline}`;
}

function disputeNote(payment: Payment, timeZone: string): string | undefined {
  const { disputedAt, disputeState: state } = payment;
  if (!disputedAt || state === null) return undefined;
  const since = `The customer's bank asked for it back on ${formatTime(disputedAt, timeZone)}`;
  return isOpenDispute(state)
    ? `${since}: answer the dispute in the card provider's dashboard (${state})`
    : `${since}; that dispute is over: ${state}`;
}

const reasons: Record<string, string> = {
  cancelled: "The order was cancelled",
  late: "The order was cancelled before the money came",
  second: "The order was paid already",
  mismatch: "It was not the payment that was asked for",
  return: "Parts came back",
  withdrawal: "The customer withdrew from the contract",
  goodwill: "Goodwill",
  short: "Parts could not be delivered",
  deposit: "A deposit was returned",
};

function refundEvents(
  refund: Refund,
  payment: Payment | undefined,
  { transactionId, userId }: Pick<OrderRow, "transactionId" | "userId">,
): OrderEvent[] {
  const { createdAt, doneAt, refundId, settledNote, settledByEmail } = refund;
  const amount = toDollars(refund.amountCents);
  // An order that took the payment as its own was not cancelled before.
  const isUnfulfillable =
    refund.reason === "late" && payment?.intentId === transactionId && transactionId !== null;
  const why = isUnfulfillable
    ? `${refund.note || "The parts were sold"} before the money came`
    : reasonNote(refund, userId);
  const wanted = toEvent(createdAt, "refund-wanted", {
    amount,
    note: doneAt ? why : why + problemNote(refund, payment),
    ...(payment?.intentId && { reference: payment.intentId }),
  });
  if (!doneAt) return [wanted];
  const by = settledByEmail ? `an admin, ${settledByEmail}` : "an account that is gone";
  const done = toEvent(doneAt, "refunded", {
    amount,
    ...(refundId && { reference: refundId }),
    ...(settledNote !== null && { note: `Refunded manually by ${by}: ${settledNote}` }),
  });
  return [wanted, done];
}

function reasonNote(
  { reason, requestKey, note, byUser, askedByEmail }: Refund,
  customer: string | null,
): string {
  const why = reasons[reason] ?? reason;
  if (requestKey === null) return why;
  const admin = askedByEmail ? `an admin, ${askedByEmail}` : "an account that is gone";
  const by = customer !== null && byUser === customer ? "the customer" : admin;
  if (reason === "cancelled") return `Pieces were cancelled, by ${by}`;
  return `${why}, by ${by}${note && `: ${note}`}`;
}

function problemNote(refund: Refund, payment: Payment | undefined): string {
  const { tries, declines, lastError, askedAt, refundId, status } = refund;
  if (status === "failed") return `. It failed for good and can be requested anew: ${lastError}`;
  const isRefused = declines >= maxDeclines || isOpenDispute(payment?.disputeState ?? null);
  // While an attempt may still succeed, nobody should return the money in another way.
  const isForGood = isRefused && askedAt === null && refundId === null;
  const error = lastError === null ? "" : `; tried ${tries} times: ${lastError}`;
  return isForGood ? `. ${declinedForGoodNote}${error}` : error;
}

type Details = Pick<OrderEvent, "amount" | "reference" | "note">;

function toEvent(at: Date, what: OrderEvent["what"], details: Details): OrderEvent {
  return { at: at.toISOString(), what, ...details };
}
