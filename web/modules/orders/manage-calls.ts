import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Order, orderCalls } from "#contract/orders.ts";
import { call } from "#web/app/call.ts";
import { type OrderView, toQuery } from "./order-view.ts";

export const ordersPerPage = 50;

export function orderPage(view: OrderView) {
  const filters = toQuery(view);
  return queryOptions({
    queryKey: ["orders", "all", filters],
    queryFn: async ({ signal }) => {
      // One more than shown, to see whether another page follows.
      const query = { ...filters, limit: ordersPerPage + 1 };
      const found = await call(orderCalls.all, { query }, signal);
      return { orders: found.slice(0, ordersPerPage), more: found.length > ordersPerPage };
    },
    placeholderData: keepPreviousData,
    // Events reach only open pages, so the cache may be stale.
    staleTime: 0,
  });
}

const reversedSort = {
  newest: "oldest",
  oldest: "newest",
  dearest: "cheapest",
  cheapest: "dearest",
} as const;

/** The cursor only goes forward, so the previous page is found in the reversed list. */
export function previousPageStart(view: OrderView) {
  const filters = toQuery({ ...view, sort: reversedSort[view.sort] });
  return queryOptions({
    queryKey: ["orders", "before", filters],
    queryFn: async ({ signal }) => {
      const query = { ...filters, limit: ordersPerPage };
      const before = await call(orderCalls.all, { query }, signal);
      return before[ordersPerPage - 1]?._id ?? "";
    },
    enabled: view.after !== "",
    staleTime: 0,
  });
}

export function managedOrder(client: QueryClient, id: string) {
  return queryOptions({
    queryKey: ["orders", id],
    queryFn: ({ signal }) => call(orderCalls.one, { params: { id } }, signal),
    placeholderData: () => findCachedOrder(client, id),
    staleTime: 0,
  });
}

function findCachedOrder(client: QueryClient, id: string): Order | undefined {
  return client
    .getQueriesData<{ orders?: Order[]; pages?: { items: Order[] }[] }>({
      queryKey: ["orders", "all"],
    })
    .flatMap(([, found]) => found?.orders ?? found?.pages?.flatMap(({ items }) => items) ?? [])
    .find((order) => order._id === id);
}

export function orderHistory(id: string) {
  return queryOptions({
    queryKey: ["orders", id, "history"],
    queryFn: ({ signal }) => call(orderCalls.history, { params: { id } }, signal),
    staleTime: 0,
  });
}
