import type { Cents } from "./money.ts";
import type { PriceList } from "./price-types.ts";

export const isListInForce = ({ from, until }: PriceList, now: number): boolean =>
  (from ?? now) <= now && now < (until ?? Infinity);

/** When another list begins or one ends. */
export const nextListChange = (lists: readonly PriceList[], now: number): number =>
  Math.min(
    ...lists.flatMap(({ from, until }) =>
      [from, until].filter((at): at is number => at !== null && at > now),
    ),
  );

/** For one piece where so many are bought. Never more than in the catalogue. */
export function unitPrice(
  { part, listCents }: { part: string; listCents: Cents },
  quantity: number,
  lists: readonly PriceList[],
): Cents {
  for (const { prices, percents } of lists) {
    const price = reachedStep(prices[part] ?? [], quantity);
    if (price) return Math.min(price.cents, listCents);
    const percent = reachedStep(percents, quantity);
    if (percent) return lowerByPercent(listCents, percent.percentBp);
  }
  return listCents;
}

export function reachedStep<Step extends { from: number }>(
  steps: readonly Step[],
  quantity: number,
): Step | undefined {
  let reached: Step | undefined;
  for (const step of steps) {
    if (step.from <= quantity && (!reached || step.from > reached.from)) reached = step;
  }
  return reached;
}

/** Half a cent is rounded in favour of the customer. */
function lowerByPercent(cents: Cents, percentBp: number): Cents {
  return Math.max(0, cents - Math.round((cents * percentBp) / 10_000));
}
