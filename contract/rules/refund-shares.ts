import type { Cents } from "./money.ts";

type Pieces = { quantity: number; refundedBefore: number; refundedNow: number };

/** The amount of some of a line's pieces. In whatever steps, all of them come to the line's total. */
export function refundOfPieces(
  total: Cents,
  { quantity, refundedBefore, refundedNow }: Pieces,
): Cents {
  const share = (pieces: number) => Math.round((total * pieces) / quantity);
  return share(refundedBefore + refundedNow) - share(refundedBefore);
}
