import { describe, expect, it } from "vitest";
import {
  dollars,
  formatCents,
  formatDollars,
  formatNumber,
  multiplyCents,
  toCents,
  toDollars,
  totalProblem,
} from "./money.ts";

describe("money", () => {
  it("goes from dollars to cents and back without losing one", () => {
    for (const cents of [1, 10, 29, 57, 1_999, 4_550, 99_999_99, 123_456_789]) {
      expect(toCents(toDollars(cents))).toBe(cents);
    }
  });

  it("rounds what floating point made of dollars", () => {
    expect(toCents(0.1 + 0.2)).toBe(30);
    expect(toCents(1.005 * 100) / 100).toBe(100.5);
    expect(toCents(4.35)).toBe(435);
  });

  it("multiplies in whole cents", () => {
    expect(multiplyCents(1_999, 3)).toBe(5_997);
  });

  it("is shown with two decimals and grouped", () => {
    expect(formatCents(1)).toBe("0.01");
    expect(formatCents(9_999_999)).toBe("99,999.99");
    expect(formatDollars(84.5)).toBe("84.50");
  });

  it.each([0.01, 1, 84.5, 99_999.99, 10_000_000])("takes %d dollars on the wire", (value) => {
    expect(dollars.safeParse(value).success).toBe(true);
  });

  it.each([0, -1, 0.001, 1.005, 10_000_000.01, Number.NaN, Number.POSITIVE_INFINITY, "1"])(
    "refuses %s on the wire",
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
  it.each([0, 1, 12, 999, 1_000, 12_345, 999_999, 1_234_550, 1_000_000_000, -4_321])(
    "is written as an American reads it: %d",
    (value) => {
      const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
      expect(formatNumber(value, 0)).toBe(value.toLocaleString("en-US"));
      for (const cents of [value / 100, value + 0.5, value + 0.01]) {
        expect(formatNumber(cents, 2)).toBe(cents.toLocaleString("en-US", digits));
      }
    },
  );

  it("is written as its reader writes it", () => {
    expect(formatNumber(1_234.5, 2, "de-DE")).toBe("1.234,50");
    expect(formatNumber(1_234_567, 0, "de-DE")).toBe("1.234.567");
  });
});
