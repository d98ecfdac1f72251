// How much there is of a part, for whoever fills the shelves.
import type { Part } from "#contract/catalog.ts";

type Warning = "None left" | "Too few to order" | "Low";

/** Where somebody should look after it. An order is more than the minimum and less than all. */
export function stockWarning({ minimumQuantity, availablQuantity }: Part): Warning | undefined {
  if (availablQuantity === 0) return "None left";
  if (availablQuantity - minimumQuantity <= 1) return "Too few to order";
  const smallestOrder = minimumQuantity + 1;
  return availablQuantity <= 3 * smallestOrder ? "Low" : undefined;
}
