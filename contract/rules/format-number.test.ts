import { describe, expect, it } from "vitest";
import { formatNumber } from "./format-number.ts";

describe("a figure", () => {
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
