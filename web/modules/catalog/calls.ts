import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  homePartCount,
  type Part,
  type PartPage,
  partCalls,
  partsPerPage,
} from "#contract/catalog.ts";
import { call, isRefusedAs, pagedQuery } from "#web/app/call.ts";

export function newestParts() {
  return queryOptions({
    queryKey: ["parts", "newest"],
    queryFn: async ({ signal }) =>
      (await call(partCalls.list, { query: { newest: homePartCount } }, signal)).reverse(),
  });
}

export function allPartPages(after = "") {
  return {
    ...pagedQuery(["parts", "all", after], partsPerPage, (query, signal) =>
      call(partCalls.list, { query }, signal),
    ),
    initialPageParam: after ? { _id: after } : null,
    // Pushed changes keep public lists fresh.
    staleTime: Number.POSITIVE_INFINITY,
  };
}

export function searchParts(q: string) {
  return {
    ...pagedQuery(["parts", "named", q], partsPerPage, (page, signal) =>
      call(partCalls.list, { query: { q, ...page } }, signal),
    ),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  };
}

export function onePart(id: string) {
  return queryOptions({
    queryKey: ["parts", "one", id],
    queryFn: ({ signal }) => call(partCalls.one, { params: { id } }, signal),
  });
}

export type GonePart = Pick<PartPage, "successors">;

export function partPage(number: string) {
  return queryOptions({
    queryKey: ["parts", "page", number],
    queryFn: async ({ signal }): Promise<PartPage | GonePart | null> => {
      try {
        return await call(partCalls.page, { params: { id: number } }, signal);
      } catch (error) {
        if (isRefusedAs(error, "not-found")) return null;
        if (isRefusedAs(error, "gone")) return error.present as GonePart;
        throw error;
      }
    },
  });
}

export function findCachedPart(client: QueryClient, id: string): Part | undefined {
  const newest = client.getQueryData(newestParts().queryKey) ?? [];
  const pages = client.getQueryData(allPartPages().queryKey)?.pages ?? [];
  return [...newest, ...pages.flatMap(({ items }) => items)].find(({ _id }) => _id === id);
}
