import type { OrderPage } from "#contract/order-page.ts";
import { type Cents, toCents } from "#contract/rules/money.ts";
import { refundOfPieces } from "#contract/rules/refund-shares.ts";

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
  const deposits = lines.flatMap(({ _id: line, of, quantity }) => {
    const wanted = pieces.find((each) => each.line === of)?.quantity ?? 0;
    const left = Math.min(wanted, quantity - refundedBefore(page, line));
    return left > 0 ? [{ line, quantity: left }] : [];
  });
  return [...pieces, ...deposits].reduce((sum, each) => {
    const line = lines.find(({ _id }) => _id === each.line);
    const left = line ? toCents(line.total) - toCents(line.refunded) : 0;
    return sum + Math.min(refundOfLines(page, [each]), left);
  }, 0);
}
