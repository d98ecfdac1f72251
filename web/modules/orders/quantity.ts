// How many pieces of a part can be ordered: strictly more than the minimum, and strictly less
// than what is available.

import type { Part } from "#contract/catalog.ts";
import { type Cents, maxCents, multiplyCents, toCents } from "#contract/rules/money.ts";
import { formatCents, formatCount } from "#web/app/format.ts";

type Stock = Pick<Part, "minimumQuantity" | "availablQuantity" | "price">;

export function isOrderable({ minimumQuantity, availablQuantity }: Stock): boolean {
  return availablQuantity - minimumQuantity > 1;
}

/** What is wrong with it, in a sentence that names both limits. */
export function quantityProblem(text: string, part: Stock): string | undefined {
  const { minimumQuantity, availablQuantity, price } = part;
  const limits =
    `more than ${count(minimumQuantity)} (minimum quantity) ` +
    `and less than ${count(availablQuantity)} (available)`;
  const quantity = parseWholeNumber(text);
  if (quantity === undefined) return `Quantity must be a whole number, ${limits}.`;
  if (quantity <= minimumQuantity || quantity >= availablQuantity) {
    return `Quantity must be ${limits}.`;
  }
  if (multiplyCents(toCents(price), quantity) > maxCents) {
    return `An order can come to $${formatCents(maxCents)} at most. Please order fewer pieces.`;
  }
  return undefined;
}

/** Undefined where there is nothing to count. */
export function orderTotal(text: string, price: number): Cents | undefined {
  const quantity = parseWholeNumber(text);
  return quantity === undefined ? undefined : multiplyCents(toCents(price), quantity);
}

export function parseWholeNumber(text: string): number | undefined {
  const digits = text.trim();
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}

export function count(pieces: number): string {
  return formatCount(pieces);
}
