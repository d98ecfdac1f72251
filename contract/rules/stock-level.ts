import { isOrderable, quantityLimits } from "./quantity.ts";

export type StockLevel = "none" | "too few" | "low" | "enough";

type Stock = {
  minimumQuantity: number;
  availablQuantity: number;
  lowStock: number | null;
};

export function stockLevel(stock: Stock): StockLevel {
  if (stock.availablQuantity === 0) return "none";
  if (!isOrderable(stock)) return "too few";
  return stock.availablQuantity <= lowStockLimit(stock) ? "low" : "enough";
}

/** At so many available, or fewer. */
export function lowStockLimit(stock: Stock): number {
  const { min } = quantityLimits(stock);
  return Math.max(min, stock.lowStock ?? 3 * min);
}
