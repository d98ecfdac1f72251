import { type Order, orderCalls, type StateFilter } from "#contract/orders.ts";
import { call, pagedQuery } from "#web/app/call.ts";

export type OwnFilters = { state?: StateFilter | undefined; q?: string | undefined };

export function myOrders(email: string, { state, q }: OwnFilters = {}) {
  return pagedQuery(["orders", "mine", email, state ?? "open", q ?? ""], 50, (page, signal) =>
    call(orderCalls.mine, { query: { email, ...page, state, q } }, signal),
  );
}

export function ownFilePath({ state, q }: OwnFilters): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(q && { q }) });
  return `/api/own-orders/csv${query.size > 0 ? `?${query}` : ""}`;
}

/** `expected` rejects the call if the order was paid meanwhile, as deleting would refund it. */
export function removeOrder({ _id: id, paid }: Order) {
  const expected = paid ? ("paid" as const) : ("unpaid" as const);
  return call(orderCalls.remove, { params: { id }, query: { expected } });
}
