import fc from "fast-check";
import { expect, it } from "vitest";
import { findTypo, foldLookAlikes, listLookAlikeForms, listTypoForms } from "./typo.ts";

const few = fc.string({ unit: fc.constantFrom("0", "1", "O", "A"), minLength: 1, maxLength: 6 });

/** The textbook's optimal string alignment distance. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, at(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = best;
    }
  }
  return at(a.length, b.length);
}

it("a typo is found exactly where the distance is one", () => {
  fc.assert(
    fc.property(few, few, (written, right) => {
      expect(findTypo(written, right) !== undefined).toBe(distance(written, right) === 1);
    }),
    { numRuns: 500 },
  );
});

it("the forms of a number are exactly those at the distance of one", () => {
  fc.assert(
    fc.property(few, few, (written, right) => {
      expect(listTypoForms(written).includes(right)).toBe(distance(written, right) === 1);
    }),
    { numRuns: 500 },
  );
});

it.each([
  ["PW1043", "PW1042", "wrong"],
  ["PW142", "PW1042", "missing"],
  ["PW10042", "PW1042", "extra"],
  ["PW0142", "PW1042", "swapped"],
  ["PW1042", "PW1042", undefined],
  ["PW1024", "PW1142", undefined],
])("%s for %s: %s", (written, right, typo) => {
  expect(findTypo(written, right)).toBe(typo);
});

it("numbers that look alike are forms of each other", () => {
  fc.assert(
    fc.property(few, few, (one, other) => {
      const isAlike = one !== other && foldLookAlikes(one) === foldLookAlikes(other);
      expect(listLookAlikeForms(one).includes(other)).toBe(isAlike);
    }),
    { numRuns: 500 },
  );
  expect(listLookAlikeForms("0".repeat(7))).toEqual([]);
});
