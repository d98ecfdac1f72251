import type { priceBasket } from "#contract/rules/price-basket.ts";
import type { Context } from "#server/context.ts";
import type { listBasketParts } from "#server/modules/catalog/list-basket-parts.ts";
import type { DiscountVerbs } from "#server/modules/discounts/discount-verbs.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";

export type BasketsContext = Context & {
  discounts: DiscountVerbs;
  basketParts: typeof listBasketParts;
  priceBasket: typeof priceBasket;
  settings: ReadSettings;
};
