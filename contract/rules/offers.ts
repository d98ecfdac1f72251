import type { DiscountSetting, PriceListSetting } from "../discount-settings.ts";
import type { Settings } from "../settings.ts";
import type { Discount, PriceList } from "./price-types.ts";

export type Offers = {
  discounts: readonly Discount[];
  priceLists: readonly PriceList[];
  /** By id of the discount, where it has a maximum number of uses. */
  limits: ReadonlyMap<string, UseLimit>;
};

export type UseLimit = Pick<DiscountSetting, "maxUses" | "maxUsesEach">;

const compiledSettings = new WeakMap<Settings, Offers>();

/** What prices are worked out from. Compiled once for each version of the settings. */
export function toOffers(settings: Settings): Offers {
  const offers = compiledSettings.get(settings) ?? compile(settings);
  compiledSettings.set(settings, offers);
  return offers;
}

function compile({ discounts: { discounts, priceLists }, company }: Settings): Offers {
  const active = discounts.filter((discount) => discount.active);
  const limited = active.filter(
    ({ maxUses, maxUsesEach }) => maxUses !== null || maxUsesEach !== null,
  );
  return {
    discounts: active.map((discount) => toDiscount(discount, company.timeZone)),
    priceLists: priceLists
      .filter((list) => list.active)
      .map((list) => toPriceList(list, company.timeZone)),
    limits: new Map(
      limited.map(({ id, maxUses, maxUsesEach }) => [id, { maxUses, maxUsesEach }] as const),
    ),
  };
}

function toDiscount(setting: DiscountSetting, timeZone: string): Discount {
  const { id, label, code, group, action, percentBp, cents, from, until } = setting;
  const { targets, excluded, minGoodsCents, minPieces, alone } = setting;
  const actions = { percent: { percentBp }, amount: { cents }, "free-delivery": "free-delivery" };
  return {
    id,
    label,
    code,
    group,
    targets,
    excluded,
    minGoodsCents,
    minPieces,
    alone,
    action: actions[action] as Discount["action"],
    from: toEpochMs(from, timeZone),
    until: toEpochMs(until, timeZone),
  };
}

/** What was saved before price lists had dates has none. */
function toEpochMs(moment: string | null | undefined, timeZone: string): number | null {
  if (!moment) return null;
  return Temporal.PlainDateTime.from(moment).toZonedDateTime(timeZone).epochMilliseconds;
}

function toPriceList(setting: PriceListSetting, timeZone: string): PriceList {
  const { id, group, percents, prices, from, until } = setting;
  const byPart = Map.groupBy(prices, ({ part }) => part);
  return {
    id,
    group,
    percents,
    prices: Object.fromEntries(byPart),
    from: toEpochMs(from, timeZone),
    until: toEpochMs(until, timeZone),
  };
}
