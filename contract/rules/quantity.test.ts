import fc from "fast-check";
import { expect, it } from "vitest";
import { isAllowedQuantity, isOrderable, orderableQuantity, quantityLimits } from "./quantity.ts";

const stock = fc.record({ minimumQuantity: fc.nat(50), availablQuantity: fc.nat(60) });

it("an order is more than the minimum and less than what is available", () => {
  const quantity = fc.integer({ min: -5, max: 70 });
  fc.assert(
    fc.property(stock, quantity, (part, ordered) => {
      const isBetween = ordered > part.minimumQuantity && ordered < part.availablQuantity;
      expect(isAllowedQuantity(ordered, part)).toBe(isBetween);
    }),
  );
});

it("a part can be ordered when its limits allow a quantity", () => {
  fc.assert(
    fc.property(stock, (part) => {
      const { min, max } = quantityLimits(part);
      expect(isOrderable(part)).toBe(isAllowedQuantity(min, part));
      expect(isOrderable(part)).toBe(isAllowedQuantity(max, part));
    }),
  );
});

it("what can be ordered instead is a quantity that the rule for orders allows, the nearest one, and says why it is another", () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 60 }), stock, (wanted, part) => {
      const { quantity, why } = orderableQuantity(wanted, part);
      expect(why === undefined).toBe(quantity === wanted && quantity > 0);
      expect(quantity > 0).toBe(isOrderable(part));
      expect(isAllowedQuantity(quantity, part)).toBe(isOrderable(part));
      for (let other = 0; other <= part.availablQuantity; other++) {
        if (!isAllowedQuantity(other, part)) continue;
        expect(Math.abs(other - wanted)).toBeGreaterThanOrEqual(Math.abs(quantity - wanted));
      }
    }),
  );
});

it("what can be ordered instead names what is left and what it was set to", () => {
  expect(orderableQuantity(6, { minimumQuantity: 1, availablQuantity: 5 }).why).toBe(
    "Only 5 are left, so the most you can order is 4: set to 4.",
  );
  expect(orderableQuantity(1, { minimumQuantity: 1, availablQuantity: 5 }).why).toBe(
    "The least you can order is 2: set to 2.",
  );
});
