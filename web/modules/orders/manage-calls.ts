import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Order, orderCalls } from "#contract/orders.ts";
import { call } from "#web/app/call.ts";
import { type OrderView, toQuery } from "./order-view.ts";

export const ordersPerPage = 50;

/** A page of all orders, and whether more follow. */
export function orderPage(view: OrderView) {
  const question = toQuery(view);
  return queryOptions({
    queryKey: ["orders", "all", question],
    queryFn: async ({ signal }) => {
      // One more than is shown tells whether there is another page.
      const query = { ...question, limit: ordersPerPage + 1 };
      const found = await call(orderCalls.all, { query }, signal);
      return { orders: found.slice(0, ordersPerPage), more: found.length > ordersPerPage };
    },
    placeholderData: keepPreviousData,
    // No push comes to a page that is not open: what is remembered may be old.
    staleTime: 0,
  });
}

const turned = {
  newest: "oldest",
  oldest: "newest",
  dearest: "cheapest",
  cheapest: "dearest",
} as const;

/**
 * What the page before begins after; nothing, if it is the first. A list can only be walked
 * forwards: the way back is the way forwards through the same list turned around.
 */
export function previousPageStart(view: OrderView) {
  const question = toQuery({ ...view, sort: turned[view.sort] });
  return queryOptions({
    queryKey: ["orders", "before", question],
    queryFn: async ({ signal }) => {
      const query = { ...question, limit: ordersPerPage };
      const before = await call(orderCalls.all, { query }, signal);
      return before[ordersPerPage - 1]?._id ?? "";
    },
    enabled: view.after !== "",
    staleTime: 0,
  });
}

/** One order; what the list knows of it is shown until it comes. */
export function managedOrder(client: QueryClient, id: string) {
  return queryOptions({
    queryKey: ["orders", id],
    queryFn: ({ signal }) => call(orderCalls.one, { params: { id } }, signal),
    placeholderData: () => listedOrder(client, id),
    staleTime: 0,
  });
}

function listedOrder(client: QueryClient, id: string): Order | undefined {
  return client
    .getQueriesData<{ orders: Order[] }>({ queryKey: ["orders", "all"] })
    .flatMap(([, page]) => page?.orders ?? [])
    .find((order) => order._id === id);
}

export function orderHistory(id: string) {
  return queryOptions({
    queryKey: ["orders", id, "history"],
    queryFn: ({ signal }) => call(orderCalls.history, { params: { id } }, signal),
    staleTime: 0,
  });
}
