import type { Cents } from "./money.ts";

/**
 * Splits an amount in proportion to what each line has remaining. Cents that are left over go to the
 * largest fractions, then to the first lines.
 */
export function shareAmount(amount: Cents, remaining: readonly Cents[]): Cents[] {
  const all = remaining.reduce((sum, cents) => sum + cents, 0);
  if (all === 0) return remaining.map(() => 0);
  const quotients = remaining.map((cents) => divide(amount, cents, all));
  const shares = quotients.map(({ whole }) => whole);
  const leftOver = amount - shares.reduce((sum, cents) => sum + cents, 0);
  const fractionOf = (at: number) => quotients[at]?.fraction ?? 0;
  const byFraction = quotients
    .map((_, at) => at)
    .sort((one, other) => fractionOf(other) - fractionOf(one) || one - other);
  for (const at of byFraction.slice(0, leftOver)) {
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
