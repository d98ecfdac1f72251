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
  const low = stock.lowStock ?? 3 * quantityLimits(stock).min;
  return stock.availablQuantity <= low ? "low" : "enough";
}
