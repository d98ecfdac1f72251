type Stock = { minimumQuantity: number; availablQuantity: number };

/** One order is strictly between the minimum and what is available. */
export function quantityLimits({ minimumQuantity, availablQuantity }: Stock) {
  return { min: minimumQuantity + 1, max: availablQuantity - 1 };
}

export function isOrderable(stock: Stock): boolean {
  const { min, max } = quantityLimits(stock);
  return min <= max;
}

/** Then people may ask to be told. */
export function mayComeBack(part: Stock & { life: string }): boolean {
  return !isOrderable(part) && (part.life === "active" || part.life === "announced");
}

export function isAllowedQuantity(quantity: number, stock: Stock): boolean {
  const { min, max } = quantityLimits(stock);
  return min <= quantity && quantity <= max;
}

/** Different parts in one basket. */
export const maxBasketLines = 200;
