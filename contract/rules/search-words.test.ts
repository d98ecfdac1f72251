import fc from "fast-check";
import { expect, it } from "vitest";
import { searchWords, singular } from "./search-words.ts";

it.each([
  ["Alternator, 14 V, 150 A", ["alternator", "14v", "150a"]],
  ["14v", ["14v"]],
  ["Stud M20 × 1,5", ["stud", "m20x1.5"]],
  ["M20x1.5", ["m20x1.5"]],
  ["V-Ribbed Belt 5 x 10.", ["v", "ribbed", "belt", "5x10"]],
  ["Kühlerschlauch Ø 38", ["kuhlerschlauch", "38"]],
  ["ГЕНЕРАТОР", ["генератор"]],
  ["ব্রেক", ["ব্রেক"]],
  ["%_\\ 🚗 \u202e", []],
  ["disc disc", ["disc"]],
])("the words of %j are %j", (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

it("words are their own words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const words = searchWords(text);
      for (const word of words) expect(searchWords(word)).toEqual([word]);
      expect(new Set(words).size).toBe(words.length);
    }),
    { numRuns: 50 },
  );
});

it.each([
  ["alternators", "alternator"],
  ["batteries", "battery"],
  ["brushes", "brush"],
  ["boxes", "box"],
  ["brass", "brass"],
  ["gas", "gas"],
  ["bushes", "bush"],
  ["m20s", "m20s"],
])("one of %s is a %s", (many, one) => {
  expect(singular(many)).toBe(one);
});
