import type { DiscountSetting, PriceListSetting } from "../discount-settings.ts";
import type { Settings } from "../settings.ts";
import type { Discount, PriceList } from "./price-types.ts";

export type Offers = {
  discounts: readonly Discount[];
  priceLists: readonly PriceList[];
  /** Of the discounts that few orders may use. */
  limits: ReadonlyMap<string, UseLimit>;
};

export type UseLimit = Pick<DiscountSetting, "maxUses" | "maxUsesEach">;

const known = new WeakMap<Settings, Offers>();

/** The settings as they are priced by. Worked out once for the settings that a process keeps. */
export function toOffers(settings: Settings): Offers {
  const offers = known.get(settings) ?? compile(settings);
  known.set(settings, offers);
  return offers;
}

function compile({ discounts: { discounts, priceLists }, company }: Settings): Offers {
  const active = discounts.filter((discount) => discount.active);
  const limited = active.filter(({ maxUses, maxUsesEach }) => maxUses ?? maxUsesEach);
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
    ...{ id, label, code, group, targets, excluded, minGoodsCents, minPieces, alone },
    action: actions[action] as Discount["action"],
    from: toMilliseconds(from, timeZone),
    until: toMilliseconds(until, timeZone),
  };
}

/** What was saved before price lists had dates has none. */
function toMilliseconds(moment: string | null | undefined, timeZone: string): number | null {
  if (!moment) return null;
  return Temporal.PlainDateTime.from(moment).toZonedDateTime(timeZone).epochMilliseconds;
}

function toPriceList(setting: PriceListSetting, timeZone: string): PriceList {
  const { id, group, percents, prices, from, until } = setting;
  const byPart = Map.groupBy(prices, ({ part }) => part);
  return {
    ...{ id, group, percents, prices: Object.fromEntries(byPart) },
    from: toMilliseconds(from, timeZone),
    until: toMilliseconds(until, timeZone),
  };
}
