// The refusals that paying calls share.
import { showCents, toCents } from "#contract/money.ts";
import { refuse } from "#contract/refusals.ts";
import type { OrderRow } from "./store.ts";

/** Somebody else's order and none at all are told apart by nobody. */
export const notThere = refuse("not-found", "There is no such order.");

export function isAsShown(order: OrderRow, price: number): boolean {
  return toCents(price) === order.totalCents;
}

export function totalIsAnother(order: OrderRow) {
  const total = `The total of this order is $${showCents(order.totalCents)}.`;
  return refuse("conflict", `${total} Please reload the page and look again.`, {
    price: "Is not the total of the order",
  });
}
