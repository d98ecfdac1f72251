import fc from "fast-check";
import { expect, it } from "vitest";
import {
  matchesVinPattern,
  normalizeVin,
  vinCheckDigit,
  vinMaker,
  vinProblem,
  vinYears,
} from "./vin.ts";

const sign = fc.constantFrom(..."ABCDEFGHJKLMNPRSTUVWXYZ0123456789");
const vin = fc.string({ unit: sign, minLength: 17, maxLength: 17 });

it.each([
  // Published samples of the check digit.
  ["11111111111111111", "1"],
  ["1M8GDM9AXKP042788", "X"],
  ["5GZCZ43D13S812715", "1"],
])("the check digit of %s is %s", (sample, digit) => {
  expect(vinCheckDigit(sample)).toBe(digit);
});

it("one wrong digit changes the check digit", () => {
  fc.assert(
    fc.property(vin, fc.nat(16), fc.integer({ min: 1, max: 9 }), (right, at, by) => {
      fc.pre(at !== 8 && /\d/.test(right[at] ?? ""));
      const digit = (Number(right[at]) + by) % 10;
      const wrong = right.slice(0, at) + digit + right.slice(at + 1);
      expect(vinCheckDigit(wrong)).not.toBe(vinCheckDigit(right));
    }),
  );
});

it("what any VIN is written with is read", () => {
  fc.assert(
    fc.property(vin, (right) => {
      const written = ` ${right.slice(0, 3)}-${right.slice(3, 8)} ${right.slice(8).toLowerCase()}`;
      expect(normalizeVin(written)).toBe(right);
      expect(vinProblem(right)).toBeUndefined();
    }),
  );
});

it.each([
  ["AX1A3HBF5EK08000I", "Place 17 is “I”, which no VIN has; it may be 1."],
  ["OX1A3HBF5EK080001", "Place 1 is “O”, which no VIN has; it may be 0."],
  ["AX1A3?BF5EK080001", "Place 6 is “?”, which no VIN has."],
  ["AX1A3HBF5EK08000", "A VIN has 17 characters; this one has 16, one is missing."],
  ["AX1A3HBF5EK0800011", "A VIN has 17 characters; this one has 18, one is too many."],
  ["AX1", "A VIN has 17 characters; this one has 3, 14 are missing."],
])("%s: %s", (written, problem) => {
  expect(vinProblem(normalizeVin(written))).toBe(problem);
});

it.each([
  ["AX1A3HBF5EK080001", true, [2014]],
  ["AX1A3H1F5EK080001", true, [1984]],
  ["AV1A3HBFZEK080001", false, [1984, 2014]],
  ["AX1A3HBF50K080001", true, []],
])("the model year of %s", (sample, hasCheckDigit, years) => {
  expect(vinYears(sample, hasCheckDigit)).toEqual(years);
});

it("a small maker is told apart by places 12 to 14", () => {
  expect(vinMaker("AX9A3HBF5EK123001")).toBe("AX9123");
  expect(vinMaker("AX1A3HBF5EK123001")).toBe("AX1");
});

it.each([
  ["A3", true],
  ["A3W**", false],
  ["A3[GH]*F", true],
  ["A3[A-H]", true],
  ["A3[A-G]", false],
  ["**#", false],
  ["*****|*K", true],
  ["A3|*N", false],
  ["A3|**#", true],
  ["******", false],
])("AX1A3HBF5EK080001 and the pattern %s: %s", (pattern, matches) => {
  expect(matchesVinPattern(pattern, "AX1A3HBF5EK080001")).toBe(matches);
});
