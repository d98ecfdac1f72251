import fc from "fast-check";
import { expect, it } from "vitest";
import { isAllowedQuantity, isOrderable, quantityLimits } from "./quantity.ts";

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
