import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AdminRole } from "#contract/fields.ts";
import {
  figureOf,
  peopleCalls,
  peopleGroups,
  peopleSorts,
  type ShopPerson,
} from "#contract/people.ts";
import { call, pagedQuery } from "#web/app/call.ts";
import { filePath } from "#web/app/file-path.ts";

const perPage = 50;

type View = Record<"q" | "sort" | "group" | "prices", string>;

function toFilters({ q, prices, ...view }: View) {
  const sort = peopleSorts.find((each) => each === view.sort);
  const group = peopleGroups.find((each) => each === view.group);
  return {
    ...(q && { q }),
    ...(prices && { prices }),
    ...(sort && { sort }),
    ...(group && { group }),
  };
}

// "users", as live-updates.ts knows people.
export function peoplePages(view: View) {
  const filters = toFilters(view);
  return {
    ...pagedQuery(
      ["users", "people", filters],
      perPage,
      (page, signal, last?: Partial<ShopPerson>) =>
        call(
          peopleCalls.list,
          { query: { ...page, ...filters, reached: figureOf(filters.sort, last) } },
          signal,
        ),
    ),
    placeholderData: keepPreviousData,
  };
}

export const peopleFilePath = (view: View, columns: string[]) =>
  filePath(peopleCalls.file, toFilters(view), columns);

export function listPeople(view: View) {
  const filters = toFilters(view);
  return (page: { limit: number; after?: string }, last?: ShopPerson) =>
    call(peopleCalls.list, {
      query: { ...filters, ...page, reached: figureOf(filters.sort, last) },
    });
}

export const signPeopleOut = (ids: string[]) => call(peopleCalls.signOutMany, { body: { ids } });

export const setPriceGroups = (ids: string[], group: string | null) =>
  call(peopleCalls.setPriceGroups, { body: { ids, group } });

export const onePerson = (id: string) =>
  queryOptions({
    queryKey: ["users", "one", id],
    queryFn: ({ signal }) => call(peopleCalls.one, { params: { id } }, signal),
    staleTime: 0,
  });

export const setRole = (
  { _id: id }: ShopPerson,
  role: AdminRole | null,
  expected: AdminRole | null,
) => call(peopleCalls.setRole, { params: { id }, body: { role, expected } });

export const signPersonOut = ({ _id: id }: ShopPerson) =>
  call(peopleCalls.signOut, { params: { id } });
