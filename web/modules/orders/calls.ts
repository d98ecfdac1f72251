import { type Order, orderCalls } from "#contract/orders.ts";
import { call, pagedQuery } from "#web/app/call.ts";

export function myOrders(email: string, state?: "closed") {
  return pagedQuery(["orders", "mine", email, state ?? "open"], 50, (page, signal) =>
    call(orderCalls.mine, { query: { email, ...page, state } }, signal),
  );
}

/** `expected` rejects the call if the order was paid meanwhile, as deleting would refund it. */
export function removeOrder({ _id: id, paid }: Order) {
  const expected = paid ? ("paid" as const) : ("unpaid" as const);
  return call(orderCalls.remove, { params: { id }, query: { expected } });
}
