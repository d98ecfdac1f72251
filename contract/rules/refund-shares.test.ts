import fc from "fast-check";
import { expect, it } from "vitest";
import { refundOfPieces } from "./refund-shares.ts";
import { shareAmount } from "./share-amount.ts";

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

const left = fc.array(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 1, maxLength: 20 });
const sumOf = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0);

it("an amount is shared to the cent, and no line is given more than is left of it", () => {
  fc.assert(
    fc.property(left, fc.nat({ max: 1_000 }), (left, part) => {
      const amount = Math.floor((sumOf(left) * part) / 1_000);
      const shares = shareAmount(amount, left);
      expect(sumOf(shares)).toBe(amount);
      shares.forEach((share, at) => {
        const own = left[at] ?? 0;
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(own);
        expect(Math.abs(share - (amount * own) / (sumOf(left) || 1))).toBeLessThan(1.001);
      });
    }),
  );
});

it("cents that remain go to the largest fractions, then to the first lines", () => {
  expect(shareAmount(100, [50, 50, 50])).toEqual([34, 33, 33]);
  expect(shareAmount(10, [5, 90, 5])).toEqual([1, 9, 0]);
});

const step = fc.record({
  line: fc.nat({ max: 4 }),
  pieces: fc.integer({ min: 1, max: 9 }),
  thousandth: fc.nat({ max: 1_000 }),
  isAmount: fc.boolean(),
});

it("refunds by amount and by piece agree with the lines, and end at the total", () => {
  const order = fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 9 }), due: fc.nat({ max: 1_000_000 }) }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(order, fc.array(step, { maxLength: 30 }), (order, steps) => {
      const lines = order.map((line) => ({ ...line, refunded: 0, pieces: 0 }));
      let refunded = 0;
      const giveBack = (amount: number) => {
        const shares = shareAmount(
          amount,
          lines.map((each) => each.due - each.refunded),
        );
        lines.forEach((line, at) => {
          line.refunded += shares[at] ?? 0;
        });
        refunded += amount;
      };
      const total = sumOf(order.map(({ due }) => due));
      for (const { isAmount, thousandth, ...step } of steps) {
        if (isAmount) giveBack(Math.floor(((total - refunded) * thousandth) / 1_000));
        const line = lines[step.line];
        if (isAmount || !line || line.pieces + step.pieces > line.quantity) continue;
        const pieces = { refundedBefore: line.pieces, refundedNow: step.pieces };
        const amount = refundOfPieces(line.due, { quantity: line.quantity, ...pieces });
        // Refused, as by the shop.
        if (amount > line.due - line.refunded) continue;
        line.refunded += amount;
        line.pieces += step.pieces;
        refunded += amount;
        expect(sumOf(lines.map((each) => each.refunded))).toBe(refunded);
      }
      giveBack(total - refunded);
      expect(lines.map((each) => each.refunded)).toEqual(order.map(({ due }) => due));
    }),
  );
});
