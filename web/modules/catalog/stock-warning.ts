import type { Part } from "#contract/catalog.ts";
import { isOrderable, quantityLimits } from "#contract/rules/quantity.ts";

type Warning = "None left" | "Too few to order" | "Low";

export function stockWarning(part: Part): Warning | undefined {
  if (part.availablQuantity === 0) return "None left";
  if (!isOrderable(part)) return "Too few to order";
  return part.availablQuantity <= 3 * quantityLimits(part).min ? "Low" : undefined;
}
