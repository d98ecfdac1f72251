import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars } from "../fields.ts";
import {
  formatCents,
  formatDollars,
  formatNumber,
  multiplyCents,
  toCents,
  toDollars,
  totalProblem,
} from "./money.ts";

const price = fc.integer({ min: 1, max: 1_000_000_000 });

describe("money", () => {
  it("goes from cents to dollars and back without losing one", () => {
    fc.assert(fc.property(price, (cents) => toCents(toDollars(cents)) === cents));
  });

  it("rounds what floating point made of dollars", () => {
    expect(toCents(0.1 + 0.2)).toBe(30);
    expect(toCents(4.35)).toBe(435);
  });

  it("multiplies in whole cents", () => {
    const quantity = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(price, quantity, (cents, pieces) => {
        expect(BigInt(multiplyCents(cents, pieces))).toBe(BigInt(cents) * BigInt(pieces));
      }),
    );
  });

  it("is shown with two decimals and grouped", () => {
    expect(formatCents(1)).toBe("0.01");
    expect(formatCents(9_999_999)).toBe("99,999.99");
    expect(formatDollars(84.5)).toBe("84.50");
  });

  it("accepts every whole number of cents on the wire", () => {
    fc.assert(fc.property(price, (cents) => dollars.safeParse(cents / 100).success));
  });

  it("rejects fractions of a cent on the wire", () => {
    const tenths = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), tenths, (cents, tenth) => {
        return !dollars.safeParse((cents * 10 + tenth) / 1_000).success;
      }),
    );
  });

  it.each([0, -1, 10_000_000.01, Number.NaN, Number.POSITIVE_INFINITY, "1"])(
    "rejects %s on the wire",
    (value) => {
      expect(dollars.safeParse(value).success).toBe(false);
    },
  );

  it("has a total that a card can pay, from $0.50 to $999,999.99", () => {
    expect([50, 99_999_999].map(totalProblem)).toEqual([undefined, undefined]);
    expect(totalProblem(49)).toContain("at least $0.50");
    expect(totalProblem(100_000_000)).toContain("at most $999,999.99");
  });
});

describe("a number", () => {
  it("is written as the browser's own format writes it for an American", () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(cents, fc.constantFrom(0, 2), (value, decimals) => {
        const number = decimals === 0 ? value : value / 100;
        const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
        expect(formatNumber(number, decimals)).toBe(number.toLocaleString("en-US", digits));
      }),
    );
  });
});
