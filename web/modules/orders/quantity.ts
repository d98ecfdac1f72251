// The contract's rule of quantities, for what stands in the order form as text.
import type { Part } from "#contract/catalog.ts";
import { type Cents, multiplyCents, toCents, totalProblem } from "#contract/rules/money.ts";
import { isAllowedQuantity } from "#contract/rules/quantity.ts";
import { formatCount } from "#web/app/format.ts";

type Stock = Pick<Part, "minimumQuantity" | "availablQuantity" | "price">;

export function quantityProblem(text: string, part: Stock): string | undefined {
  const { minimumQuantity, availablQuantity, price } = part;
  const limits =
    `more than ${formatCount(minimumQuantity)} (minimum quantity) ` +
    `and less than ${formatCount(availablQuantity)} (available)`;
  const quantity = parseWholeNumber(text);
  if (quantity === undefined) return `Quantity must be a whole number, ${limits}.`;
  if (!isAllowedQuantity(quantity, part)) return `Quantity must be ${limits}.`;
  return totalProblem(multiplyCents(toCents(price), quantity));
}

export function orderTotal(text: string, price: number): Cents | undefined {
  const quantity = parseWholeNumber(text);
  return quantity === undefined ? undefined : multiplyCents(toCents(price), quantity);
}

export function parseWholeNumber(text: string): number | undefined {
  const digits = text.trim();
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}
