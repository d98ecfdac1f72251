import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { maxChosen, searchCalls } from "#contract/search.ts";
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

/** Parts by their ids, in this order. */
export function chosenParts(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["parts", "chosen", ids],
    queryFn: async ({ signal }) => {
      const calls = [];
      for (let from = 0; from < ids.length; from += maxChosen) {
        const some = ids.slice(from, from + maxChosen).join();
        calls.push(call(searchCalls.chosen, { query: { ids: some } }, signal));
      }
      return { items: (await Promise.all(calls)).flatMap(({ items }) => items) };
    },
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
