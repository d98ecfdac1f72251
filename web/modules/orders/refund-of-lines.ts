import type { OrderPage } from "#contract/order-page.ts";
import { type Cents, toCents } from "#contract/rules/money.ts";
import { depositsOf, refundOfPieces } from "#contract/rules/refund-shares.ts";

export type WantedPieces = { line: string; quantity: number };

export const refundedBefore = ({ refundedPieces }: OrderPage, id: string): number =>
  refundedPieces.find(({ line }) => line === id)?.quantity ?? 0;

export function refundOfLines(page: OrderPage, wanted: readonly WantedPieces[]): Cents {
  return wanted.reduce((sum, { line: id, quantity: refundedNow }) => {
    const line = page.order.lines.find(({ _id }) => _id === id);
    if (!line || !Number.isInteger(refundedNow)) return sum;
    const { quantity, total } = line;
    const pieces = { quantity, refundedBefore: refundedBefore(page, id), refundedNow };
    return sum + refundOfPieces(toCents(total), pieces);
  }, 0);
}

/** With their deposits, and of money that went back before only the rest, as the server refunds it. */
export function refundOfCancelled(page: OrderPage, pieces: readonly WantedPieces[]): Cents {
  const { lines } = page.order;
  const deposits = lines.map(({ _id: id, of: part, quantity }) => ({ id, part, quantity }));
  const back = depositsOf(deposits, pieces, (line) => refundedBefore(page, line));
  return [...pieces, ...back].reduce((sum, each) => {
    const line = lines.find(({ _id }) => _id === each.line);
    const left = line ? toCents(line.total) - toCents(line.refunded) : 0;
    return sum + Math.min(refundOfLines(page, [each]), left);
  }, 0);
}
