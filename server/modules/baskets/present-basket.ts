import type { Basket, DiscountOutcome } from "#contract/baskets.ts";
import { toDollars } from "#contract/rules/money.ts";
import { priceBasket } from "#contract/rules/price-basket.ts";
import type { PricedBasket } from "#contract/rules/price-types.ts";
import type { PriceTerms } from "#server/modules/discounts/price-terms.ts";
import { isOrdered, type LiveLine, presentLine, toPricedPart } from "./present-line.ts";

/** Before it is known where it goes: without delivery, and at the prices as they are shown. */
export function presentBasket(lines: readonly LiveLine[], terms: PriceTerms): Basket {
  const ordered = lines.filter(isOrdered);
  const priced = priceBasket({
    ...terms,
    parts: ordered.map(toPricedPart),
    delivery: undefined,
    tax: { mode: "none", rates: new Map() },
  });
  const { namedGroups } = terms;
  return {
    lines: lines.map((line) => presentLine(line, priced.lines[ordered.indexOf(line)])),
    pieces: ordered.reduce((sum, { quantity }) => sum + quantity, 0),
    goods: toDollars(priced.goodsCents),
    discount: toDollars(priced.discountCents),
    deposits: toDollars(priced.depositCents),
    total: toDollars(priced.totalCents),
    discounts: presentOutcomes(priced),
    ...(namedGroups.length > 0 && { groups: [...namedGroups] }),
  };
}

export function presentOutcomes({ outcomes }: PricedBasket): DiscountOutcome[] {
  return outcomes.map(({ label, code, cents, problem }) => ({
    label,
    code,
    amount: toDollars(cents),
    ...(problem !== undefined && { problem }),
  }));
}
