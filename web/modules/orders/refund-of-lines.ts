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
