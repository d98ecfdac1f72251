import { isOffered } from "#contract/rules/discount-problem.ts";
import { type Offers, toOffers } from "#contract/rules/offers.ts";
import type { PricingInput } from "#contract/rules/price-types.ts";
import type { Settings } from "#contract/settings.ts";
import type { OrderRow } from "#server/modules/orders/move-order.ts";
import type { AppliedDiscount } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import { countUses, lockDiscounts, type UseCount } from "./store.ts";

export type PriceTerms = Pick<
  PricingInput,
  "priceLists" | "discounts" | "codes" | "groups" | "spent" | "now"
> & { namedGroups: readonly { name: string; ofCompany: boolean }[] };

export type Buyer = BuyerGroups & { codes: readonly string[]; userId: string | undefined };
/** Of the person, and of the company that they order for. */
type BuyerGroups = { group: string | null; companyGroup: string | null };
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

/** A hold that lasts longer than this lasts longer than any transaction. */
const holdMarginMs = 15_000;

/**
 * The discounts of an order that were used up after its hold ended. Until the end of the transaction
 * no other order uses up the rest. The caller locks the order, then its stock.
 */
export async function findSpentDiscounts(
  tx: Queries,
  { id, userId, holdUntil, pricing: { discounts = [] } }: OrderRow,
  settings: Settings,
): Promise<AppliedDiscount[]> {
  const offers = toOffers(settings);
  const limited = discounts.filter(({ discount }) => offers.limits.has(discount));
  const isHeld = holdUntil !== null && holdUntil.getTime() > Date.now() + holdMarginMs;
  if (isHeld || limited.length === 0) return [];
  const ids = limited.map(({ discount }) => discount);
  const [, counts] = await pipeline(lockDiscounts(tx, ids), countUses(tx, ids, userId, id));
  const spent = findSpent(counts, offers);
  return limited.filter(({ discount }) => spent.has(discount));
}

function toTerms({ codes, ...buyer }: Buyer, { settings, now }: PriceMoment): PriceTerms {
  const { discounts, priceLists } = toOffers(settings);
  const known = findGroups(buyer, settings);
  return {
    priceLists,
    discounts,
    codes,
    now: now.getTime(),
    spent: new Map(),
    groups: known.map(({ id }) => id),
    namedGroups: known.map(({ name, ofCompany }) => ({ name, ofCompany })),
  };
}

/** One that is gone from the settings has no prices. */
function findGroups({ group, companyGroup }: BuyerGroups, { discounts: { groups } }: Settings) {
  const found = (id: string | null, ofCompany: boolean) =>
    groups.filter((each) => each.id === id).map((each) => ({ ...each, ofCompany }));
  return [...found(group, false), ...(companyGroup === group ? [] : found(companyGroup, true))];
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
