// How many pieces of a part can be ordered: strictly more than the minimum, and strictly less
// than what is available.
import { type Cents, mostCents, times, toCents } from "#contract/money.ts";
import type { Part } from "#contract/parts.ts";
import { showCents, showCount } from "#web/app/format.ts";

type Stock = Pick<Part, "minimumQuantity" | "availablQuantity" | "price">;

export function canBeOrdered({ minimumQuantity, availablQuantity }: Stock): boolean {
  return availablQuantity - minimumQuantity > 1;
}

/** What is wrong with it, in a sentence that names both limits. */
export function faultOfQuantity(text: string, part: Stock): string | undefined {
  const { minimumQuantity, availablQuantity, price } = part;
  const limits =
    `more than ${count(minimumQuantity)} (minimum quantity) ` +
    `and less than ${count(availablQuantity)} (available)`;
  const quantity = wholeNumber(text);
  if (quantity === undefined) return `Quantity must be a whole number, ${limits}.`;
  if (quantity <= minimumQuantity || quantity >= availablQuantity) {
    return `Quantity must be ${limits}.`;
  }
  if (times(toCents(price), quantity) > mostCents) {
    return `An order can come to $${showCents(mostCents)} at most. Please order fewer pieces.`;
  }
  return undefined;
}

/** Undefined where there is nothing to count. */
export function totalOf(text: string, price: number): Cents | undefined {
  const quantity = wholeNumber(text);
  return quantity === undefined ? undefined : times(toCents(price), quantity);
}

export function wholeNumber(text: string): number | undefined {
  const digits = text.trim();
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}

export function count(pieces: number): string {
  return showCount(pieces);
}
