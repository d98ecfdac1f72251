import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { homePartCount, type Part, partCalls, partsPerPage } from "#contract/catalog.ts";
import { call } from "#web/app/call.ts";

/** The newest parts, newest first: the list is told oldest first, so it is turned around. */
export function newestParts() {
  return queryOptions({
    queryKey: ["parts", "newest"],
    queryFn: async ({ signal }) =>
      (await call(partCalls.list, { query: { newest: homePartCount } }, signal)).reverse(),
  });
}

/** The whole catalogue, a page at a time, in the order of the list. */
export function allPartPages() {
  return infiniteQueryOptions({
    queryKey: ["parts", "all"],
    queryFn: ({ pageParam, signal }) =>
      call(
        partCalls.list,
        { query: { limit: partsPerPage, after: pageParam || undefined } },
        signal,
      ),
    // The first page comes after nothing; as text, so that it survives the way through JSON.
    initialPageParam: "",
    getNextPageParam: (last) => (last.length < partsPerPage ? undefined : last.at(-1)?._id),
  });
}

/** The parts in whose names all words are found, in the order of the list. */
export function searchParts(q: string) {
  return infiniteQueryOptions({
    ...allPartPages(),
    queryKey: ["parts", "named", q],
    queryFn: ({ pageParam, signal }) =>
      call(
        partCalls.list,
        { query: { q, limit: partsPerPage, after: pageParam || undefined } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

/** One part, with what is on the shelf of it now. */
export function onePart(id: string) {
  return queryOptions({
    queryKey: ["parts", "one", id],
    queryFn: ({ signal }) => call(partCalls.one, { params: { id } }, signal),
  });
}

/** The part as a list that was seen has it: lists are kept true, so it is shown until it is fetched. */
export function findCachedPart(client: QueryClient, id: string): Part | undefined {
  const newest = client.getQueryData(newestParts().queryKey) ?? [];
  const pages = client.getQueryData(allPartPages().queryKey)?.pages ?? [];
  return [...newest, ...pages.flat()].find(({ _id }) => _id === id);
}

export function removePart(id: string) {
  return call(partCalls.remove, { params: { id } });
}
