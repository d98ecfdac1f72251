import type { Cents } from "./money.ts";
import type { PricedLine, TaxRule, TaxSum } from "./price-types.ts";
import { shareAmount } from "./share-amount.ts";

/** Whole numbers up to 10^10 times 10^4 stay exact. */
const ofRate = (cents: Cents, rateBp: number) => Math.round((cents * rateBp) / 10_000);

export const withoutTax = (cents: Cents, rateBp: number): Cents =>
  Math.round((cents * 10_000) / (10_000 + rateBp));

/**
 * Writes the tax of each line. It is worked out once for the sum of a rate and then shared, so that
 * lines add up to what an invoice states for the rate.
 */
export function shareTax(lines: readonly PricedLine[], { mode, rates }: TaxRule): TaxSum[] {
  for (const line of lines) {
    line.taxRateBp = mode === "contained" || mode === "added" ? (rates.get(line.taxClass) ?? 0) : 0;
    line.dueCents = line.totalCents;
  }
  const byRate = Map.groupBy(lines, ({ taxRateBp }) => taxRateBp);
  return [...byRate]
    .sort(([one], [other]) => other - one)
    .map(([rateBp, taxed]) => {
      const totals = taxed.map(({ totalCents }) => totalCents);
      const sum = totals.reduce((all, cents) => all + cents, 0);
      const taxCents = mode === "added" ? ofRate(sum, rateBp) : sum - withoutTax(sum, rateBp);
      const shares = shareAmount(taxCents, totals);
      for (const [at, line] of taxed.entries()) {
        line.taxCents = shares[at] ?? 0;
        if (mode === "added") line.dueCents += line.taxCents;
      }
      return { rateBp, netCents: mode === "added" ? sum : sum - taxCents, taxCents };
    });
}
