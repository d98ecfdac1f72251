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
    priceLists: priceLists.filter((list) => list.active).map(toPriceList),
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
    from: from === null ? null : toMilliseconds(from, timeZone),
    until: until === null ? null : toMilliseconds(until, timeZone),
  };
}

function toMilliseconds(moment: string, timeZone: string): number {
  return Temporal.PlainDateTime.from(moment).toZonedDateTime(timeZone).epochMilliseconds;
}

function toPriceList({ id, group, percents, prices }: PriceListSetting): PriceList {
  const byPart = Map.groupBy(prices, ({ part }) => part);
  return { id, group, percents, prices: Object.fromEntries(byPart) };
}
