// Money is a whole number of cents everywhere in the code and in the database.
// Dollars exist only on the wire and on the screen.
import * as z from "zod/mini";
import { formatNumber } from "./format-number.ts";

export type Cents = number & { readonly unit?: "cents" };

/** The dearest thing that the shop can hold: far above any part, far below losing a cent. */
export const maxCents: Cents = 1_000_000_000;

/** What a card can be charged with at once: the card provider takes no less and no more. */
export const chargeLimits = { least: 50, most: 99_999_999 } as const satisfies Record<
  string,
  Cents
>;

export function toCents(dollars: number): Cents {
  return Math.round(dollars * 100);
}

export function toDollars(cents: Cents): number {
  return cents / 100;
}

export function multiplyCents(price: Cents, quantity: number): Cents {
  return price * quantity;
}

/** 1234550 → "12,345.50"; the currency sign stands in the text around it. */
export function formatCents(cents: Cents, locale?: string): string {
  return formatNumber(toDollars(cents), 2, locale);
}

export function formatDollars(dollars: number, locale?: string): string {
  return formatCents(toCents(dollars), locale);
}

/** Dollars on the wire: a number with at most two decimals, from 0.01 up. */
export const dollars = z.number("Must be a price in dollars, such as 12.50").check(
  z.refine((value) => toCents(value) >= 1, "Must be at least 0.01"),
  z.refine((value) => toCents(value) <= maxCents, "Must be at most 10,000,000"),
  z.refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4,
    "Must have at most two decimals",
  ),
);
