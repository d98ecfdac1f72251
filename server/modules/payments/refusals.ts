import { refuse } from "#contract/refusals.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import type { OrderRow } from "#server/modules/orders/move-order.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import type { PaymentsContext } from "./context.ts";
import type { Provider } from "./provider-types.ts";

/** The same for a missing order and someone else's, so that ids cannot be probed. */
export const noSuchOrder = refuse("not-found", "There is no such order.");

export function matchesTotal(order: OrderRow, price: number): boolean {
  return toCents(price) === order.totalCents;
}

export function totalMismatch(order: OrderRow) {
  const total = `The total of this order is $${formatCents(order.totalCents)}.`;
  return refuse("conflict", `${total} Please reload the page and look again.`, {
    price: "Is not the total of the order",
  });
}

export const beingConfirmed = refuse(
  "conflict",
  "Your payment for this order is being confirmed. You need not pay again.",
);

const notSetUp = refuse("unavailable", "Card payments are not set up in this shop.");

export function requireProvider({ provider }: Pick<PaymentsContext, "provider">): Provider {
  if (!provider) throw new RefusalError(notSetUp);
  return provider;
}
