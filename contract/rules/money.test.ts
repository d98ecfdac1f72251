import { describe, expect, it } from "vitest";
import { dollars, formatCents, formatDollars, multiplyCents, toCents, toDollars } from "./money.ts";

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
});
