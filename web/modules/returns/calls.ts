import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callRoot } from "#contract/call.ts";
import { orderCalls } from "#contract/orders.ts";
import {
  type NewReturn,
  type Return,
  type ReturnClosing,
  type ReturnStep,
  type ReturnView,
  returnCalls,
} from "#contract/returns.ts";
import { call, callInTime, isRefusedAs, pagedQuery } from "#web/app/call.ts";

export function returnsOf(orderId: string) {
  return queryOptions({
    queryKey: ["returns", "of-order", orderId],
    queryFn: ({ signal }) => call(returnCalls.ofOrder, { params: { id: orderId } }, signal),
    staleTime: 0,
  });
}

export function returnsOfLink(token: string) {
  return queryOptions({
    queryKey: ["order-link", token, "returns"],
    queryFn: ({ signal }) => call(returnCalls.ofLinkedOrder, { body: { token } }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Null if there is no such return. */
export function oneReturn(id: string) {
  return queryOptions({
    queryKey: ["returns", "one", id],
    queryFn: async ({ signal }): Promise<Return | null> => {
      try {
        return await call(returnCalls.one, { params: { id } }, signal);
      } catch (error) {
        if (isRefusedAs(error, "not-found")) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
}

export function returnedOrder(id: string) {
  return queryOptions({
    queryKey: ["orders", id],
    queryFn: ({ signal }) => call(orderCalls.one, { params: { id } }, signal),
    staleTime: 0,
  });
}

const perPage = 50;

type View = { q: string; view: ReturnView };

export function returnPages({ q, view }: View) {
  return {
    ...pagedQuery(["returns", "list", q, view], perPage, (page, signal) =>
      call(returnCalls.list, { query: { ...page, q: q || undefined, view } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export function returnsFilePath({ q, view }: View): string {
  const query = new URLSearchParams({ view, ...(q && { q }) });
  return `${callRoot}${returnCalls.file.path}?${query}`;
}

export const askReturn = (orderId: string, body: NewReturn) =>
  callInTime(returnCalls.ask, { params: { id: orderId }, body });

export const askReturnByLink = (token: string, body: NewReturn) =>
  callInTime(returnCalls.askByLink, { body: { ...body, token } });

export const cancelReturn = (id: string) => callInTime(returnCalls.cancel, { params: { id } });

export const takeReturnStep = (id: string, body: ReturnStep) =>
  callInTime(returnCalls.step, { params: { id }, body });

export const receiveReturns = (ids: string[]) =>
  callInTime(returnCalls.receiveMany, { body: { ids } });

export const closeReturn = (id: string, body: ReturnClosing) =>
  callInTime(returnCalls.close, { params: { id }, body });
