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
  const all = BigInt(left.reduce((sum, cents) => sum + cents, 0));
  if (all === 0n) return left.map(() => 0);
  const exact = left.map((cents) => BigInt(amount) * BigInt(cents));
  const shares = exact.map((each) => Number(each / all));
  const missing = amount - shares.reduce((sum, cents) => sum + cents, 0);
  const fractions = exact.map((each, at) => ({ at, fraction: Number(each % all) }));
  fractions.sort((one, other) => other.fraction - one.fraction || one.at - other.at);
  const rounded = new Set(fractions.slice(0, missing).map(({ at }) => at));
  return shares.map((cents, at) => (rounded.has(at) ? cents + 1 : cents));
}
