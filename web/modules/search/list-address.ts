import {
  type AttributeFilters,
  readFilters,
  readSpan,
  toggleFilter,
  writeFilters,
  writeSpan,
} from "#contract/rules/catalogue-filters.ts";
import type { ListQuery } from "#contract/search.ts";
import type { PageInput } from "#web/app/page.ts";
import { paths, shopPath } from "#web/app/paths.ts";

export type ListState = ListQuery & {
  q?: string;
  view?: "grid";
  list?: "1";
};

export function readListState({ params, query }: PageInput): ListState {
  const type = params.type ?? query.type;
  const { f: given = "", span, from = "", to = "", ...rest } = query;
  const filters = readFilters(given) ?? {};
  const f = writeFilters(span ? withSpan(filters, span, from, to) : filters);
  return { ...rest, ...(type && { type }), ...(f && { f }) } as ListState;
}

function withSpan(filters: AttributeFilters, key: string, from: string, to: string) {
  const { [key]: _, ...others } = filters;
  const span = writeSpan(from, to);
  return span ? { ...others, [key]: [span] } : others;
}

export function toListQuery({ q: _, view: __, list: ___, ...query }: ListState): ListQuery {
  return query;
}

export function listPath({ type, q, ...state }: ListState): string {
  const { f, brand, vehicle, stock, sort, after, view, list } = state;
  const inQuery = {
    q,
    type: q === undefined ? undefined : type,
    f,
    brand,
    vehicle,
    stock,
    sort,
    view,
    list,
    after,
  };
  const given = Object.entries(inQuery).filter((each): each is [string, string] => !!each[1]);
  const search = new URLSearchParams(given);
  const path = q === undefined ? shopPath(type) : paths.search;
  return search.size > 0 ? `${path}?${search}` : path;
}

export function filtersOf({ f }: ListState): AttributeFilters {
  return readFilters(f ?? "") ?? {};
}

export function change(
  state: ListState,
  changed: { [K in keyof ListState]?: ListState[K] | undefined },
): string {
  const { after: _, ...rest } = { ...state, ...changed };
  return listPath(rest as ListState);
}

/** Of a search the type is a filter, too. How the list is shown is none. */
export function withoutFilters({ q, type, view }: ListState): string {
  return change({}, { q, type: q === undefined ? type : undefined, view });
}

export const isFiltered = (state: ListState) =>
  withoutFilters(state) !== change(state, { list: undefined });

export function toggleAttribute(state: ListState, key: string, value: string): string {
  const f = writeFilters(toggleFilter(filtersOf(state), key, value));
  return change(state, { f: f || undefined });
}

export function setSpan(state: ListState, key: string, from: string, to: string): string {
  const f = writeFilters(withSpan(filtersOf(state), key, from, to));
  return change(state, { f: f || undefined });
}

export function removeAttribute(state: ListState, key: string): string {
  const { [key]: _, ...others } = filtersOf(state);
  return change(state, { f: writeFilters(others) || undefined });
}

export function describeSpan(value: string, unit: string | null | undefined): string | undefined {
  const span = readSpan(value);
  if (!span) return undefined;
  const { from, to } = span;
  const ends =
    from === undefined ? `up to ${to}` : to === undefined ? `from ${from}` : `${from} to ${to}`;
  return unit ? `${ends} ${unit}` : ends;
}
