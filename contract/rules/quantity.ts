type Stock = { minimumQuantity: number; availablQuantity: number };

/** One order is strictly between the minimum and what is available. */
export function quantityLimits({ minimumQuantity, availablQuantity }: Stock) {
  return { min: minimumQuantity + 1, max: availablQuantity - 1 };
}

export function isOrderable(stock: Stock): boolean {
  const { min, max } = quantityLimits(stock);
  return min <= max;
}

export function isAllowedQuantity(quantity: number, stock: Stock): boolean {
  const { min, max } = quantityLimits(stock);
  return min <= quantity && quantity <= max;
}
