import fc from "fast-check";
import { expect, it } from "vitest";
import {
  readFilters,
  readSpan,
  toggleFilter,
  writeFilters,
  writeSpan,
} from "./catalogue-filters.ts";

const value = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((text) => {
  return text.isWellFormed() && !text.includes("\0");
});
const filters = fc.dictionary(
  fc.stringMatching(/^[a-z0-9]{1,5}(-[a-z0-9]{1,5})?$/),
  fc.uniqueArray(value, { minLength: 1, maxLength: 3 }).map((values) => values.sort()),
  { maxKeys: 4, noNullPrototype: true },
);

it("filters are read as they were written", () => {
  fc.assert(
    fc.property(filters, (given) => {
      expect(readFilters(writeFilters(given))).toEqual(given);
    }),
  );
});

it("anything else is read as nothing or as filters that are written the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      const read = readFilters(text);
      if (read) expect(readFilters(writeFilters(read))).toEqual(read);
    }),
  );
  for (const bad of [":", "a", "a:", "A:b", "a:b;a:c", "a:b||c", "a:\0", "a".repeat(500)]) {
    expect(readFilters(bad)).toBeUndefined();
  }
});

it("toggling twice changes nothing", () => {
  expect(toggleFilter({}, "side", "Left")).toEqual({ side: ["Left"] });
  expect(toggleFilter({ side: ["Left"] }, "side", "Left")).toEqual({});
});

it("reads spans, also open ones", () => {
  expect(readSpan("256..330.5")).toEqual({ from: 256, to: 330.5 });
  expect(readSpan("256..")).toEqual({ from: 256 });
  expect(readSpan("..-0.5")).toEqual({ to: -0.5 });
  for (const bad of ["256", "..", "1..2..3", "1...2", "a..b", "1e9..2", "..x", " 1.. "]) {
    expect(readSpan(bad)).toBeUndefined();
  }
});

it("writes a span of two fields, whichever is larger, and none of what is no number", () => {
  expect(writeSpan("330", " 256,50 ")).toBe("256.5..330");
  expect([writeSpan("256", ""), writeSpan("", "330")]).toEqual(["256..", "..330"]);
  expect([writeSpan("", ""), writeSpan("abc", "1e3")]).toEqual([undefined, undefined]);
  const end = fc.double({ min: -1e8, max: 1e8, noNaN: true }).map((number) => number.toFixed(4));
  fc.assert(
    fc.property(end, end, (from, to) => {
      const { from: low = 0, to: high = 0 } = readSpan(writeSpan(from, to) ?? "") ?? {};
      expect([low, high]).toEqual([+from + 0, +to + 0].sort((a, b) => a - b));
    }),
  );
});
