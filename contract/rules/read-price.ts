import type { Cents } from "./money.ts";

export type PriceReading =
  | { cents: Cents }
  | { question: readonly [Cents, Cents] }
  | { problem: string };

const plain = /^(\d+)(?:[.,](\d{1,2}))?$/;
const grouped = /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$|^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/;
const groupedTwice = /^\d{1,3}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/;
const eitherWay = /^(\d{1,3})[.,](\d{3})$/;

/** "19,99" is 19.99 and "1,999.00" is 1999. "19,999" may be either, so it is a question. */
export function readPrice(text: string): PriceReading {
  const bare = text.replace(/[\s$]/g, "");
  const [, dollars, decimals] = plain.exec(bare) ?? [];
  if (dollars !== undefined) return toReading(dollars, decimals);
  const [, english, cents, other, otherCents] = grouped.exec(bare) ?? [];
  const whole = english ?? other;
  if (whole !== undefined) return toReading(whole, cents ?? otherCents);
  if (groupedTwice.test(bare)) return toReading(bare);
  const [, before, after] = eitherWay.exec(bare) ?? [];
  if (before === undefined || after === undefined) {
    return { problem: "Must be a price in dollars, such as 12.50" };
  }
  return { question: [toCents(before, after.slice(0, 2)), toCents(before + after)] };
}

const toReading = (whole: string, decimals?: string) => ({ cents: toCents(whole, decimals) });

function toCents(whole: string, decimals = ""): Cents {
  return Number(whole.replace(/\D/g, "")) * 100 + Number(decimals.padEnd(2, "0"));
}
