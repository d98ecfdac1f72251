import { expect, it } from "vitest";
import { quantitySteps } from "./quantity-steps.ts";
import { nextListChange } from "./unit-price.ts";

const part = { part: "BD-1", listCents: 1_000 };
const list = { id: "all", group: null, prices: {}, percents: [], from: null, until: null };
const now = 1_000;

it("are those at which a piece costs less for everybody", () => {
  const percents = [
    { from: 10, percentBp: 500 },
    { from: 5, percentBp: 500 },
    { from: 50, percentBp: 1_000 },
  ];
  const steps = [
    { from: 5, cents: 950 },
    { from: 50, cents: 900 },
  ];
  expect(quantitySteps(part, [{ ...list, percents }], now)).toEqual(steps);
  expect(quantitySteps(part, [{ ...list, group: "workshops", percents }], now)).toEqual([]);
  expect(quantitySteps(part, [{ ...list, percents, until: now }], now)).toEqual([]);
  // The part's own price in the first list counts, and nothing dearer than before it.
  const prices = { "BD-1": [{ from: 20, cents: 800 }] };
  expect(
    quantitySteps(
      part,
      [
        { ...list, prices },
        { ...list, percents },
      ],
      now,
    ),
  ).toEqual([
    { from: 5, cents: 950 },
    { from: 20, cents: 800 },
  ]);
  expect(quantitySteps(part, [], now)).toEqual([]);
});

it("are the same until the next list begins or ends", () => {
  const from = (at: number) => ({ ...list, from: at });
  const until = (at: number) => ({ ...list, until: at });
  expect(nextListChange([from(now + 1), until(now + 2)], now)).toBe(now + 1);
  expect(nextListChange([from(now + 2), until(now + 1)], now)).toBe(now + 1);
  // Already so.
  expect(nextListChange([from(now), until(now)], now)).toBe(Number.POSITIVE_INFINITY);
  expect(nextListChange([list], now)).toBe(Number.POSITIVE_INFINITY);
});
