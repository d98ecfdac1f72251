import fc from "fast-check";
import { expect, it } from "vitest";
import { refundOfPieces } from "./refund-by-piece.ts";

const lines = fc.integer({ min: 1, max: 500 }).chain((quantity) =>
  fc.record({
    quantity: fc.constant(quantity),
    total: fc.integer({ min: 0, max: 99_999_999 }),
    cuts: fc.array(fc.integer({ min: 0, max: quantity }), { maxLength: 20 }),
  }),
);

/** The amounts, where the pieces come back in steps that end at `cuts`. */
function refundInSteps(total: number, quantity: number, cuts: number[]): number[] {
  const ends = [0, ...cuts.toSorted((one, other) => one - other), quantity];
  return ends.slice(1).map((end, index) => {
    const refundedBefore = ends[index] ?? 0;
    return refundOfPieces(total, { quantity, refundedBefore, refundedNow: end - refundedBefore });
  });
}

it("pieces refunded in any steps come to the total of the line", () => {
  fc.assert(
    fc.property(lines, ({ total, quantity, cuts }) => {
      const amounts = refundInSteps(total, quantity, cuts);
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total);
      for (const amount of amounts) expect(amount).toBeGreaterThanOrEqual(0);
    }),
  );
});

it("each step is within a cent of its share", () => {
  fc.assert(
    fc.property(lines, ({ total, quantity, cuts }) => {
      const [first = 0] = refundInSteps(total, quantity, cuts);
      const pieces = Math.min(quantity, ...cuts);
      expect(Math.abs(first - (total * pieces) / quantity)).toBeLessThan(1);
    }),
  );
});

it("a third of ten dollars, three times, is ten dollars", () => {
  expect(refundInSteps(1_000, 3, [1, 2])).toEqual([333, 334, 333]);
});
