import fc from "fast-check";
import { expect, it } from "vitest";
import { formatCents } from "./money.ts";
import { readPrice } from "./read-price.ts";

it.each([
  ["19,99", 1_999],
  ["19.99", 1_999],
  [" $ 19.9 ", 1_990],
  ["1,999.00", 199_900],
  ["1.999,00", 199_900],
  ["1,234,567", 123_456_700],
  ["1999", 199_900],
])("reads %j as %i cents", (text, cents) => {
  expect(readPrice(text)).toEqual({ cents });
});

it.each(["19,999", "19.999"])("asks which amount %j is", (text) => {
  expect(readPrice(text)).toEqual({ question: [1_999, 1_999_900] });
});

it.each(["", "-1", "1,99.99", "1,2,3", "12.345.67", "4.35E+10", "twelve", "1,,5"])(
  "refuses %j",
  (text) => {
    expect(readPrice(text)).toEqual({ problem: expect.stringContaining("such as 12.50") });
  },
);

it("reads what the shop writes, with points and commas either way", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (cents) => {
      const english = formatCents(cents);
      const other = english.replace(/[.,]/g, (sign) => (sign === "." ? "," : "."));
      expect([readPrice(english), readPrice(other)]).toEqual([{ cents }, { cents }]);
    }),
  );
});
