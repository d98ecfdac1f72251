// What the letter about refunds says: how much went back, how, when, and why.
import { eq, sql } from "drizzle-orm";
import { formatCents } from "#contract/rules/money.ts";
import { formatTime } from "#server/modules/letters/format-time.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { payments } from "#server/modules/payments/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { refunds } from "./tables.ts";

const columns = {
  id: refunds.id,
  paymentId: refunds.paymentId,
  amountCents: refunds.amountCents,
  reason: refunds.reason,
  note: refunds.note,
  status: refunds.status,
  doneAt: refunds.doneAt,
  method: payments.method,
  /** Of the payment that the order took as its own. */
  isOfOrder: sql<boolean>`coalesce(${payments.intentId} = ${orders.transactionId}, false)`,
};

export type RefundInLetter = Awaited<ReturnType<typeof findRefundsOf>>[number];
type Done = RefundInLetter & { doneAt: Date };

export const findRefundsOf = (db: Queries, orderId: string) =>
  db
    .select(columns)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(refunds.id);

/** About one refund if `about` is its id, otherwise about all. Undefined if none of them is done. */
export function describeRefunds(all: readonly RefundInLetter[], about: string, timeZone: string) {
  const done = all.filter(isDone);
  const isAboutOne = all.some(({ id }) => id === about);
  const told = isAboutOne ? done.filter(({ id }) => id === about) : done;
  const [first] = told;
  if (!first) return undefined;
  // A payment of an order that was paid already is no money of the order.
  const untilThen = done.filter(
    ({ paymentId, doneAt }) => paymentId === first.paymentId && doneAt <= first.doneAt,
  );
  const sentences = [
    describeWays(told, timeZone),
    ...(isAboutOne && untilThen.length > 1
      ? [`With it, ${sumOf(untilThen)} of this order has been refunded`]
      : []),
    ...(told.some((refund) => wayOf(refund) === "card")
      ? ["Banks take up to ten days to show it"]
      : []),
  ];
  const why = new Set(told.flatMap((refund) => whyOf(refund) ?? []));
  return { amount: sumOf(told), when: sentences.join(". "), why: [...why].join("\n\n") };
}

const isDone = (refund: RefundInLetter): refund is Done => refund.doneAt !== null;

const ways = ["card", "elsewhere", "account"] as const;
type Way = (typeof ways)[number];

const wayOf = ({ status, method }: Done): Way => (status === "elsewhere" ? status : method);

function describeWays(told: readonly Done[], timeZone: string): string {
  const used = ways.flatMap((way) => {
    const refunded = told.filter((refund) => wayOf(refund) === way);
    return refunded.length > 0 ? [{ refunded, text: describeWay(way, refunded, timeZone) }] : [];
  });
  const [only] = used;
  if (only && used.length === 1) return only.text;
  const each = used.map(({ refunded, text }) => `${sumOf(refunded)} ${text}`);
  return `was refunded: ${each.join(", and ")}`;
}

function describeWay(way: Way, refunded: readonly Done[], timeZone: string): string {
  const isOne = refunded.length === 1;
  const parts = isOne ? "" : ` in ${refunded.length} parts`;
  if (way === "account") return `was credited to your company for this order${parts}`;
  const last = new Date(Math.max(...refunded.map(({ doneAt }) => doneAt.getTime())));
  const what = way === "card" ? "was sent back to your card" : "was paid back to you";
  return `${what}${parts}${isOne ? "" : ", the last"} on ${formatTime(last, timeZone)}`;
}

const sumOf = (refunded: readonly Done[]) =>
  `$${formatCents(refunded.reduce((cents, { amountCents }) => cents + amountCents, 0))}`;

const whyOf = ({ reason, note, isOfOrder }: Done): string | undefined =>
  reason === "late" && isOfOrder
    ? `${note || "The parts were sold"} before your payment arrived.`
    : reasons[reason];

const reasons: Record<string, string> = {
  tax: "Your VAT number is confirmed, so your order is without tax.",
  late: "The payment came after the order had been cancelled.",
  second: "The order had been paid already.",
  mismatch: "The payment did not match the order.",
};
