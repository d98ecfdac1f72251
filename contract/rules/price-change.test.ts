import fc from "fast-check";
import { expect, it } from "vitest";
import { maxPrice } from "./money.ts";
import { changePrice, priceRoundings } from "./price-change.ts";

const price = fc.integer({ min: 1, max: maxPrice });
const change = fc.record({
  by: fc.constantFrom("percent" as const, "amount" as const),
  value: fc.integer({ min: -9_999, max: 100_000 }).map((hundredths) => hundredths / 100),
  roundTo: fc.constantFrom(...priceRoundings),
});

it("keeps to the rounding, within its step of the exact price, or says why not", () => {
  fc.assert(
    fc.property(price, change, (cents, asked) => {
      const after = changePrice(cents, asked);
      if ("problem" in after) return;
      const { by, value, roundTo } = asked;
      const exact = by === "percent" ? cents * (1 + value / 100) : cents + value * 100;
      const step = roundTo === "99" ? 100 : Number(roundTo);
      expect(Math.abs(after.cents - exact)).toBeLessThanOrEqual(step / 2 + 1e-3);
      expect(after.cents % step).toBe(roundTo === "99" ? 99 : 0);
      expect(after.cents).toBeGreaterThanOrEqual(1);
      expect(after.cents).toBeLessThanOrEqual(maxPrice);
    }),
  );
});

it.each([
  [895, "percent", 10, "1", 985],
  [895, "percent", 5, "10", 940],
  [895, "amount", -0.25, "5", 870],
  [895, "percent", 3, "99", 899],
  [100, "percent", 0, "99", 99],
] as const)("makes of %i %s %d, rounded to %s: %i", (before, by, value, roundTo, cents) => {
  expect(changePrice(before, { by, value, roundTo })).toEqual({ cents });
});

it("never makes a price of nothing", () => {
  expect(changePrice(50, { by: "amount", value: -0.5, roundTo: "1" })).toHaveProperty("problem");
  expect(changePrice(maxPrice, { by: "percent", value: 1, roundTo: "1" })).toHaveProperty(
    "problem",
  );
});
