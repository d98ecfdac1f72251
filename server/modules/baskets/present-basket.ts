import type { Basket } from "#contract/baskets.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { PricedBasket } from "#contract/rules/price-types.ts";
import type { BasketsContext } from "./context.ts";
import { isOrdered, type LiveLine, presentLine, toPricedPart } from "./present-line.ts";

/** Before it is known where it goes: without delivery, and at the prices as they are shown. */
function priceLines(
  priceBasket: BasketsContext["priceBasket"],
  lines: readonly LiveLine[],
  now: Date,
): PricedBasket {
  return priceBasket({
    parts: lines.filter(isOrdered).map(toPricedPart),
    ...{ priceLists: [], discounts: [], codes: [], group: null, now: now.getTime() },
    delivery: undefined,
    tax: { mode: "none", rates: new Map() },
  });
}

export function presentBasket(
  { priceBasket, clock }: Pick<BasketsContext, "priceBasket" | "clock">,
  lines: readonly LiveLine[],
): Basket {
  const priced = priceLines(priceBasket, lines, clock.now());
  const ordered = lines.filter(isOrdered);
  return {
    lines: lines.map((line) => presentLine(line, priced.lines[ordered.indexOf(line)])),
    pieces: ordered.reduce((sum, { quantity }) => sum + quantity, 0),
    goods: toDollars(priced.goodsCents),
    discount: toDollars(priced.discountCents),
    deposits: toDollars(priced.depositCents),
    total: toDollars(priced.totalCents),
    discounts: priced.outcomes.map(({ label, code, cents, problem }) => ({
      ...{ label, code, amount: toDollars(cents) },
      ...(problem !== undefined && { problem }),
    })),
  };
}
