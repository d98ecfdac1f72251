import { type Cents, maxPrice } from "./money.ts";

export type PriceChange = { by: "percent" | "amount"; value: number; roundTo: PriceRounding };

export const maxBulkParts = 10_000;
/** Orders of the parts of a batch wait for no longer than it takes. */
export const bulkBatchSize = 500;

/** Cents that a new price is a multiple of; "99": it ends so. */
export const priceRoundings = ["1", "5", "10", "100", "99"] as const;
export type PriceRounding = (typeof priceRoundings)[number];

export function changePrice(
  price: Cents,
  { by, value, roundTo }: PriceChange,
): { cents: Cents } | { problem: string } {
  // In hundredths, because 895 * 1.1 is not exact.
  const hundredths = Math.round(value * 100);
  const exact = by === "percent" ? (price * (10_000 + hundredths)) / 10_000 : price + hundredths;
  const cents = round(exact, roundTo);
  if (cents < 1) return { problem: "Would cost less than 0.01" };
  if (cents > maxPrice) return { problem: "Would cost more than 10,000,000" };
  return { cents };
}

function round(cents: number, roundTo: PriceRounding): Cents {
  if (roundTo === "99") return Math.round((cents + 1) / 100) * 100 - 1;
  const step = Number(roundTo);
  return Math.round(cents / step) * step;
}
