import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { searchCalls } from "#contract/search.ts";
import { call, isRefusedAs } from "#web/app/call.ts";
import { type ListState, toListQuery } from "./list-address.ts";

export function catalogueList(state: ListState) {
  const query = toListQuery(state);
  return queryOptions({
    queryKey: ["parts", "listed", query],
    queryFn: async ({ signal }) => {
      try {
        return await call(searchCalls.catalogue, { query }, signal);
      } catch (error) {
        if (isRefusedAs(error, "not-found")) return null;
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}

export function searchResults(state: ListState) {
  const query = { q: state.q ?? "", ...toListQuery(state) };
  return queryOptions({
    queryKey: ["parts", "found", query],
    queryFn: ({ signal }) => call(searchCalls.find, { query }, signal),
    placeholderData: keepPreviousData,
  });
}

export function suggestionsFor(q: string) {
  return queryOptions({
    queryKey: ["suggestions", q],
    queryFn: ({ signal }) => call(searchCalls.suggest, { query: { q } }, signal),
    staleTime: 10_000,
    retry: false,
  });
}
