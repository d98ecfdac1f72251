import { infiniteQueryOptions } from "@tanstack/react-query";
import { type NewOrder, type Order, orderCalls } from "#contract/orders.ts";
import { call } from "#web/app/call.ts";

const ordersOnAPage = 50;

/** One's own, newest first, a page at a time: those that go on, or those that were cancelled. */
export function myOrders(email: string, state?: "closed") {
  return infiniteQueryOptions({
    queryKey: ["orders", "mine", email, state ?? "open"],
    queryFn: ({ pageParam, signal }) =>
      call(
        orderCalls.mine,
        { query: { email, limit: ordersOnAPage, after: pageParam, state } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < ordersOnAPage ? undefined : last.at(-1)?._id),
    staleTime: 0,
  });
}

export function sendOrder(order: NewOrder, signal: AbortSignal) {
  return call(orderCalls.place, { body: order }, signal);
}

/** An order that was paid meanwhile is not refunded by who believes that it is not paid. */
export function removeOrder({ _id: id, paid }: Order) {
  const expected = paid ? ("paid" as const) : ("unpaid" as const);
  return call(orderCalls.remove, { params: { id }, query: { expected } });
}
