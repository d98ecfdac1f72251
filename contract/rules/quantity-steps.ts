import type { Cents } from "./money.ts";
import type { PriceList } from "./price-types.ts";
import { isListInForce, unitPrice } from "./unit-price.ts";

export type QuantityStep = { from: number; cents: Cents };

export function quantitySteps(
  part: { part: string; listCents: Cents },
  priceLists: readonly PriceList[],
  now: number,
): QuantityStep[] {
  const lists = priceLists.filter((list) => list.group === null && isListInForce(list, now));
  const bounds = lists.flatMap(({ prices, percents }) =>
    [...(prices[part.part] ?? []), ...percents].map(({ from }) => from),
  );
  const steps: QuantityStep[] = [];
  for (const from of [...new Set(bounds)].sort((one, other) => one - other)) {
    const cents = unitPrice(part, from, lists);
    if (cents < (steps.at(-1)?.cents ?? part.listCents)) steps.push({ from, cents });
  }
  return steps;
}
