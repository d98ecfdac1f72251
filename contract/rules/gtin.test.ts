import fc from "fast-check";
import { expect, it } from "vitest";
import { gtinCheckDigit, gtinForms, isGtin } from "./part-number.ts";

const digit = fc.integer({ min: 0, max: 9 });
const body = fc
  .constantFrom(7, 11, 12, 13)
  .chain((length) =>
    fc.array(digit, { minLength: length, maxLength: length }).map((digits) => digits.join("")),
  );

it("is right with one last digit only, in each of its lengths", () => {
  fc.assert(
    fc.property(body, (body) => {
      const valid = [...Array(10).keys()].filter((last) => isGtin(`${body}${last}`));
      expect(valid).toEqual([gtinCheckDigit(body)]);
      expect(isGtin(`${body}${valid[0]}`.padStart(14, "0"))).toBe(true);
    }),
  );
});

it("notices a digit typed wrong", () => {
  fc.assert(
    fc.property(body, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, at, more) => {
      const digits = [...`${body}${gtinCheckDigit(body)}`];
      const place = at % digits.length;
      digits[place] = `${(Number(digits[place]) + more) % 10}`;
      expect(isGtin(digits.join(""))).toBe(false);
    }),
  );
});

it.each(["4006381333931", "96385074"])("knows %s from a shop", (gtin) => {
  expect(isGtin(gtin)).toBe(true);
});

it("is the same in each length that it can have", () => {
  expect(gtinForms("96385074")).toEqual([
    "96385074",
    "000096385074",
    "0000096385074",
    "00000096385074",
  ]);
  expect(gtinForms("00000096385074")).toEqual(gtinForms("96385074"));
  expect(gtinForms("4006381333931")).toEqual(["4006381333931", "04006381333931"]);
  expect(gtinForms("4006381333932")).toEqual([]);
});

it.each(["", "1234567", "4006381333931x", "400638133393"])("refuses %j", (gtin) => {
  expect(isGtin(gtin)).toBe(false);
});
