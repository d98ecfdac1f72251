type Stock = { minimumQuantity: number; availablQuantity: number };

/** One order is strictly between the minimum and what is available. */
export function quantityLimits({ minimumQuantity, availablQuantity }: Stock) {
  return { min: minimumQuantity + 1, max: availablQuantity - 1 };
}

export function isOrderable(stock: Stock): boolean {
  const { min, max } = quantityLimits(stock);
  return min <= max;
}

export function nothingToOrder({ minimumQuantity, availablQuantity }: Stock): string {
  const now = "This part cannot be ordered right now:";
  const minimum = `(minimum quantity: ${minimumQuantity})`;
  if (availablQuantity === 0) return `${now} none is available ${minimum}.`;
  const are = availablQuantity === 1 ? "is" : "are";
  return `${now} only ${availablQuantity} ${are} available, too few for an order ${minimum}.`;
}

/** Then people may ask to be told. */
export function mayComeBack(part: Stock & { life: string }): boolean {
  return !isOrderable(part) && isMade(part.life);
}

const isMade = (life: string) => life === "active" || life === "announced";

export function isAllowedQuantity(quantity: number, stock: Stock): boolean {
  const { min, max } = quantityLimits(stock);
  return min <= quantity && quantity <= max;
}

/** `why`: in a sentence, where it is not what was wanted. 0: nothing can be ordered. */
export type OrderableQuantity = { quantity: number; why?: string };

export function orderableQuantity(
  wanted: number,
  stock: Stock & { life?: string },
): OrderableQuantity {
  const { min, max } = quantityLimits(stock);
  if (isAllowedQuantity(wanted, stock)) return { quantity: wanted };
  if (min > max) {
    const remedy = isMade(stock.life ?? "active")
      ? "It is not part of your order until there is more."
      : "It is no longer made, so it is not part of your order.";
    if (stock.availablQuantity === 0) return { quantity: 0, why: `Out of stock. ${remedy}` };
    return {
      quantity: 0,
      why: `${left(stock)}, and the least you could order is ${min}. ${remedy}`,
    };
  }
  if (wanted < min) {
    return { quantity: min, why: `The least you can order is ${min}: set to ${min}.` };
  }
  return {
    quantity: max,
    why: `${left(stock)}, so the most you can order is ${max}: set to ${max}.`,
  };
}

function left({ availablQuantity }: Stock): string {
  return `Only ${availablQuantity} ${availablQuantity === 1 ? "is" : "are"} left`;
}

export const maxBasketLines = 200;

/** What is left of parts after earlier lines of the same order: kits take of them as well. */
export type SharedStock = Map<string, number>;

type SharingPart = {
  id: string;
  availablQuantity: number;
  shelf: readonly { partId: string; quantity: number; available: number }[];
};

export function leftOf({ id, availablQuantity, shelf }: SharingPart, taken: SharedStock): number {
  const own = availablQuantity - (taken.get(id) ?? 0);
  const ofShelf = shelf.map(({ partId, quantity, available }) =>
    Math.floor((available - (taken.get(partId) ?? 0)) / quantity),
  );
  return Math.max(0, Math.min(own, ...ofShelf));
}

export function takeOf(taken: SharedStock, { id, shelf }: SharingPart, pieces: number): void {
  const parts = shelf.length > 0 ? shelf : [{ partId: id, quantity: 1 }];
  for (const { partId, quantity } of parts) {
    taken.set(partId, (taken.get(partId) ?? 0) + pieces * quantity);
  }
}
