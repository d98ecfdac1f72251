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

/**
 * What of an amount is for which line: in proportion to what is left of each. Cents that remain go to
 * the largest fractions, then to the first lines.
 */
export function shareAmount(amount: Cents, left: readonly Cents[]): Cents[] {
  const all = left.reduce((sum, cents) => sum + cents, 0);
  if (all === 0) return left.map(() => 0);
  const parts = left.map((cents) => divide(amount, cents, all));
  const shares = parts.map(({ whole }) => whole);
  const missing = amount - shares.reduce((sum, cents) => sum + cents, 0);
  const order = parts.map((_, at) => at);
  const fractionOf = (at: number) => parts[at]?.fraction ?? 0;
  if (missing > 0) order.sort((one, other) => fractionOf(other) - fractionOf(one) || one - other);
  for (const at of order.slice(0, missing)) {
    shares[at] = (shares[at] ?? 0) + 1;
  }
  return shares;
}

/** amount × cents / all, with what remains. Figures that are not exact as numbers take BigInt. */
function divide(amount: Cents, cents: Cents, all: Cents): { whole: Cents; fraction: number } {
  const product = amount * cents;
  if (Number.isSafeInteger(product)) {
    const fraction = product % all;
    return { whole: (product - fraction) / all, fraction };
  }
  const exact = BigInt(amount) * BigInt(cents);
  return { whole: Number(exact / BigInt(all)), fraction: Number(exact % BigInt(all)) };
}
