import type { QueryClient } from "@tanstack/react-query";
import { noSuchPage, type PageAnswer, type PageInput } from "#web/app/page.ts";
import { shopPath } from "#web/app/paths.ts";
import { catalogueList } from "#web/modules/search/calls.ts";
import { listPath, readListState } from "#web/modules/search/list-address.ts";
import { leadToSpan } from "./lead-to-span.ts";

export function prefetch(client: QueryClient, input: PageInput): Promise<unknown> {
  return client.prefetchQuery({ ...catalogueList(readListState(input)), retry: false });
}

export function describe(client: QueryClient, input: PageInput): PageAnswer | undefined {
  const state = readListState(input);
  if (input.query.span || !state.type) return leadToSpan(input);
  const list = client.getQueryData(catalogueList(state).queryKey);
  if (list === undefined) return undefined;
  const type = list?.types.at(-1);
  if (!type) return noSuchPage;
  if (type.slug !== state.type) {
    return { status: 301, path: listPath({ ...state, type: type.slug }), title: type.name };
  }
  if (Object.keys(input.query).length > 0) return undefined;
  return {
    status: 200,
    path: shopPath(type.slug),
    title: type.name,
    description: import.meta.env.SSR
      ? `${type.name}: number, measures, stock and price of each part, from the maker.`
      : "",
    picture: undefined,
  };
}
