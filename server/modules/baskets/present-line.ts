import type { BasketLine } from "#contract/baskets.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { BasketPart, PricedLine } from "#contract/rules/price-types.ts";
import type { ShownPart } from "#server/modules/catalog/list-basket-parts.ts";
import type { StoredLine } from "./store.ts";

export type LiveLine = { stored: StoredLine; part: ShownPart; quantity: number; why?: string };

export const isOrdered = ({ stored, quantity }: LiveLine) => !stored.saved && quantity > 0;

export function toPricedPart({ part, quantity }: LiveLine): BasketPart {
  const { number, types, brand, priceCents, depositCents, taxClass } = part;
  return { part: number, types, brand, quantity, listCents: priceCents, depositCents, taxClass };
}

const isReduced = ({ unitCents, listCents, discountCents }: PricedLine) =>
  unitCents < listCents || discountCents > 0;

export function presentLine(
  { stored, part, quantity, why }: LiveLine,
  priced: PricedLine | undefined,
): BasketLine {
  const { id, number, name, img, minimumQuantity, availablQuantity, priceCents } = part;
  return {
    _id: id,
    number,
    name,
    img,
    quantity,
    minimumQuantity,
    availablQuantity,
    ...(why !== undefined && !stored.saved && { note: why }),
    price: toDollars(priced?.unitCents ?? priceCents),
    listPrice: toDollars(priceCents),
    ...(stored.seenCents !== priceCents && { priceBefore: toDollars(stored.seenCents) }),
    discount: toDollars(priced?.discountCents ?? 0),
    deposit: toDollars(part.depositCents),
    total: toDollars(priced?.dueCents ?? 0),
    ...(priced && isReduced(priced) && { lowest: toDollars(part.lowestCents) }),
    saved: stored.saved,
    replacedBy: part.replacedBy,
    kits: part.kits,
  };
}
