import { expect, it } from "vitest";
import { lowStockLimit, stockLevel } from "./stock-level.ts";

it.each([
  [0, null, "none"],
  [5, null, "too few"],
  [15, null, "low"],
  [16, null, "enough"],
  [16, 16, "low"],
  [17, 16, "enough"],
  [6, 0, "enough"],
] as const)("calls %i pieces with a threshold of %s %s", (availablQuantity, lowStock, level) => {
  expect(stockLevel({ minimumQuantity: 4, availablQuantity, lowStock })).toBe(level);
});

it.each([
  [null, 15],
  [16, 16],
  [0, 5],
])("with a threshold of %s it is low from %i pieces", (lowStock, limit) => {
  expect(lowStockLimit({ minimumQuantity: 4, availablQuantity: 90, lowStock })).toBe(limit);
});
