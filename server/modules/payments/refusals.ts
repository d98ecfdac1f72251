import { refuse } from "#contract/refusals.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import { confirming } from "#contract/rules/order-states.ts";
import type { OrderRow } from "#server/modules/orders/move-order.ts";

export function matchesTotal(order: OrderRow, price: number): boolean {
  return toCents(price) === order.totalCents;
}

export function totalMismatch(order: OrderRow) {
  const total = `The total of this order is $${formatCents(order.totalCents)}.`;
  return refuse("conflict", `${total} Please reload the page and look again.`, {
    price: "Is not the total of the order",
  });
}

export const beingConfirmed = refuse("conflict", confirming);
