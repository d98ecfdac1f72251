import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { maxChosen, type Suggestion, searchCalls } from "#contract/search.ts";
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

export type SearchCar = {
  id: number;
  name: string;
  known: readonly unknown[];
  judge: (parts: readonly string[]) => Promise<Map<string, Says | undefined>>;
};
type Says = "yes" | "no" | "yes-if" | "not-known";
export type Judged = Suggestion & { says?: Says | undefined };

/** With the verdicts, so that no row moves once it is shown. */
export function suggestionsFor(q: string, car: SearchCar | undefined) {
  return queryOptions({
    queryKey: ["suggestions", q, car?.id, car?.known],
    queryFn: async ({ signal }) => {
      const query = { q, ...(car && { vehicle: `${car.id}` }) };
      const { exact, suggestions } = await call(searchCalls.suggest, { query }, signal);
      const parts = suggestions.flatMap(({ part }) => part?._id ?? []);
      const said =
        car && parts.length > 0 ? await car.judge(parts).catch(() => undefined) : undefined;
      const judged: Judged[] = suggestions.map((each) => ({
        ...each,
        says: said?.get(each.part?._id ?? ""),
      }));
      return { exact, suggestions: judged };
    },
    staleTime: 10_000,
    retry: false,
  });
}
