import { isOffered } from "#contract/rules/discount-problem.ts";
import { type Offers, toOffers } from "#contract/rules/offers.ts";
import type { PricingInput } from "#contract/rules/price-types.ts";
import type { Settings } from "#contract/settings.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import { countUses, lockDiscounts, type UseCount } from "./store.ts";

export type PriceTerms = Pick<
  PricingInput,
  "priceLists" | "discounts" | "codes" | "group" | "spent" | "now"
>;

export type Buyer = { codes: readonly string[]; group: string | null; userId: string | undefined };
export type PriceMoment = { settings: Settings; now: Date };

export async function readTerms(
  db: Queries,
  buyer: Buyer,
  moment: PriceMoment,
): Promise<PriceTerms> {
  const terms = toTerms(buyer, moment);
  const limited = listLimited(terms, moment);
  if (limited.length === 0) return terms;
  const counts = await countUses(db, limited, buyer.userId);
  return { ...terms, spent: findSpent(counts, toOffers(moment.settings)) };
}

/** Until the end of the transaction no other order uses up what these terms allow. */
export async function lockTerms(
  tx: Queries,
  buyer: Buyer,
  moment: PriceMoment,
): Promise<PriceTerms> {
  const limited = listLimited(toTerms(buyer, moment), moment);
  if (limited.length === 0) return readTerms(tx, buyer, moment);
  const [, terms] = await pipeline(lockDiscounts(tx, limited), readTerms(tx, buyer, moment));
  return terms;
}

function toTerms({ codes, group }: Buyer, { settings, now }: PriceMoment): PriceTerms {
  const { discounts, priceLists } = toOffers(settings);
  return { priceLists, discounts, codes, group, now: now.getTime(), spent: new Map() };
}

function listLimited(terms: PriceTerms, { settings }: PriceMoment): string[] {
  const { discounts, limits } = toOffers(settings);
  const limited = discounts.filter(({ id }) => limits.has(id));
  return limited.filter((discount) => isOffered(discount, terms)).map(({ id }) => id);
}

function findSpent(counts: readonly UseCount[], { limits }: Offers): PriceTerms["spent"] {
  const spent = new Map<string, "by-all" | "by-own">();
  for (const { discount, all, own } of counts) {
    const { maxUses, maxUsesEach } = limits.get(discount) ?? { maxUses: null, maxUsesEach: null };
    if (maxUsesEach !== null && own >= maxUsesEach) spent.set(discount, "by-own");
    if (maxUses !== null && all >= maxUses) spent.set(discount, "by-all");
  }
  return spent;
}
