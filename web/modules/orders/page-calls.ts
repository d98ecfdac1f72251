import { queryOptions } from "@tanstack/react-query";
import { orderPageCalls } from "#contract/order-page.ts";
import { call } from "#web/app/call.ts";

export function orderPage(number: string) {
  return queryOptions({
    queryKey: ["orders", "page", number],
    queryFn: ({ signal }) => call(orderPageCalls.read, { params: { id: number } }, signal),
    staleTime: 0,
  });
}

/** Nobody is told of changes who is not signed in, so it is asked for again and again. */
const linkRefetchMs = 10_000;

export function linkedOrder(token: string) {
  return queryOptions({
    queryKey: ["order-link", token],
    queryFn: ({ signal }) => call(orderPageCalls.readByLink, { body: { token } }, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: linkRefetchMs,
  });
}
