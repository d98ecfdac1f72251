import { expect, it } from "vitest";
import { isAllowedQuantity, isOrderable, quantityLimits } from "./quantity.ts";

const stock = { minimumQuantity: 4, availablQuantity: 250 };

it("an order is more than the minimum and less than what is available", () => {
  expect(quantityLimits(stock)).toEqual({ min: 5, max: 249 });
  const allowed = [4, 5, 249, 250].filter((quantity) => isAllowedQuantity(quantity, stock));
  expect(allowed).toEqual([5, 249]);
});

it("a part with no number between both cannot be ordered", () => {
  expect(isOrderable({ minimumQuantity: 4, availablQuantity: 6 })).toBe(true);
  expect(isOrderable({ minimumQuantity: 4, availablQuantity: 5 })).toBe(false);
  expect(isOrderable({ minimumQuantity: 0, availablQuantity: 0 })).toBe(false);
});
