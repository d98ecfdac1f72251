// Money is a whole number of cents everywhere in the code and in the database.
// Dollars exist only on the wire and on the screen.
import * as z from "zod/mini";
import { showFigure } from "./figures.ts";

export type Cents = number & { readonly unit?: "cents" };

/** The dearest thing that the shop can hold: far above any part, far below losing a cent. */
export const mostCents: Cents = 1_000_000_000;

/** What a card can be charged with at once: the card provider takes no less and no more. */
export const payable = { least: 50, most: 99_999_999 } as const satisfies Record<string, Cents>;

export function toCents(dollars: number): Cents {
  return Math.round(dollars * 100);
}

export function toDollars(cents: Cents): number {
  return cents / 100;
}

export function times(price: Cents, quantity: number): Cents {
  return price * quantity;
}

/** 1234550 → "12,345.50"; the currency sign stands in the text around it. */
export function showCents(cents: Cents, locale?: string): string {
  return showFigure(toDollars(cents), 2, locale);
}

export function showDollars(dollars: number, locale?: string): string {
  return showCents(toCents(dollars), locale);
}

/** Dollars on the wire: a number with at most two decimals, from 0.01 up. */
export const dollars = z.number("Must be a price in dollars, such as 12.50").check(
  z.refine((value) => toCents(value) >= 1, "Must be at least 0.01"),
  z.refine((value) => toCents(value) <= mostCents, "Must be at most 10,000,000"),
  z.refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4,
    "Must have at most two decimals",
  ),
);
