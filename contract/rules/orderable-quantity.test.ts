import fc from "fast-check";
import { expect, it } from "vitest";
import { orderableQuantity } from "./orderable-quantity.ts";
import { isAllowedQuantity, isOrderable } from "./quantity.ts";

const count = fc.integer({ min: 0, max: 50 });

it("is one that the rule for orders allows, the nearest one, and says why it is another", () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 60 }), count, count, (wanted, minimum, available) => {
      const stock = { minimumQuantity: minimum, availablQuantity: available };
      const { quantity, why } = orderableQuantity(wanted, stock);
      expect(why === undefined).toBe(quantity === wanted && quantity > 0);
      expect(quantity > 0).toBe(isOrderable(stock));
      expect(isAllowedQuantity(quantity, stock)).toBe(isOrderable(stock));
      for (let other = 0; other <= available; other++) {
        if (!isAllowedQuantity(other, stock)) continue;
        expect(Math.abs(other - wanted)).toBeGreaterThanOrEqual(Math.abs(quantity - wanted));
      }
    }),
  );
});

it("names what is left and what it was set to", () => {
  expect(orderableQuantity(6, { minimumQuantity: 1, availablQuantity: 5 }).why).toBe(
    "Only 5 are left, so the most you can order is 4: set to 4.",
  );
  expect(orderableQuantity(1, { minimumQuantity: 1, availablQuantity: 5 }).why).toBe(
    "The least you can order is 2: set to 2.",
  );
});
