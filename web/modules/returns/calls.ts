import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { orderCalls } from "#contract/orders.ts";
import {
  type NewReturn,
  type Return,
  type ReturnClosing,
  type ReturnStep,
  type ReturnView,
  returnCalls,
  returnSorts,
} from "#contract/returns.ts";
import { call, callInTime, isRefusedAs, pagedQuery } from "#web/app/call.ts";
import { isDay, startOfDay } from "#web/app/day.ts";
import { filePath } from "#web/app/file-path.ts";

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

type View = Record<"q" | "sort" | "from" | "to", string> & { view: ReturnView };

function toFilters({ q, view, from, to, ...given }: View) {
  const sort = returnSorts.find((each) => each === given.sort);
  return {
    view,
    ...(q && { q }),
    ...(sort && { sort }),
    ...(isDay(from) && { from: startOfDay(from).toISOString() }),
    ...(isDay(to) && { before: startOfDay(to, 1).toISOString() }),
  };
}

export function returnPages(view: View) {
  const filters = toFilters(view);
  return {
    ...pagedQuery(["returns", "list", filters], perPage, (page, signal) =>
      call(returnCalls.list, { query: { ...page, ...filters } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export const listReturns = (view: View) => (page: { limit: number; after?: string }) =>
  call(returnCalls.list, { query: { ...toFilters(view), ...page } });

export async function findComing(ids: readonly string[]): Promise<string[]> {
  const wanted = new Set(ids);
  const found: string[] = [];
  const limit = 100;
  let after: string | undefined;
  do {
    const query = { view: "coming", limit, ...(after && { after }) } as const;
    const page = await call(returnCalls.list, { query });
    found.push(...page.map(({ _id }) => _id).filter((id) => wanted.has(id)));
    after = page.length === limit ? page.at(-1)?._id : undefined;
  } while (after && found.length < wanted.size);
  return found;
}

export const returnsFilePath = (view: View, columns: string[]) =>
  filePath(returnCalls.file, toFilters(view), columns);

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
