import { quantityLimits } from "./quantity.ts";

type Part = { minimumQuantity: number; availablQuantity: number; packOf: number };

export function smallestOrder(part: Part): { quantity: number; pieces: number } {
  const { min } = quantityLimits(part);
  return { quantity: min, pieces: min * part.packOf };
}

export function describeSmallestOrder(part: Part): string {
  const { quantity } = smallestOrder(part);
  if (part.packOf === 1) return `from ${quantity}`;
  return `from ${quantity} ${quantity === 1 ? "pack" : "packs"} of ${part.packOf}`;
}
