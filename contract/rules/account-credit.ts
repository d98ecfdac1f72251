import { type Cents, formatCents } from "./money.ts";

type OnAccount = { capturedCents: Cents; refundingCents: Cents; receivedCents: Cents };

/** Of an order on account. Below nothing: the shop owes it. */
export const openCents = ({ capturedCents, refundingCents, receivedCents }: OnAccount): Cents =>
  capturedCents - refundingCents - receivedCents;

type Credit = { limitCents: Cents; openCents: Cents };

export const creditLeft = ({ limitCents, openCents: open }: Credit): Cents =>
  Math.max(0, limitCents - open);

/** Credit follows who was approved. */
export const creditRests =
  "The details of your company have changed, so it buys on account again once we have confirmed them. Please pay by card until then, or write to us.";

export function creditProblem(credit: Credit, orderCents: Cents): string | undefined {
  const left = creditLeft(credit);
  if (orderCents <= left) return undefined;
  return `$${formatCents(left)} of your company's credit of $${formatCents(credit.limitCents)} are left, and this order costs $${formatCents(orderCents)}. Please pay it by card, or pay open invoices first.`;
}

/** Of a receipt, or of money that is paid back. */
export function receiptProblem(
  kind: "received" | "repaid",
  open: Cents,
  cents: Cents,
): string | undefined {
  if (kind === "received")
    return cents > open
      ? `At most $${formatCents(Math.max(0, open))} of this order is open`
      : undefined;
  return cents > -open
    ? `At most $${formatCents(Math.max(0, -open))} of this order is to be paid back`
    : undefined;
}

/** Where money goes that is not to be paid for an order any more. */
export const moneyBack = ({ dueOn }: { dueOn?: string | null | undefined }): string =>
  dueOn
    ? "is taken off what your company has open for this order, or paid back if it is paid already."
    : "goes back to your card. Banks take up to ten days to show it.";
