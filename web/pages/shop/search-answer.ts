import type { QueryClient } from "@tanstack/react-query";
import { partPath } from "#contract/rules/part-path.ts";
import { maxQueryLength } from "#contract/search.ts";
import type { PageAnswer, PageInput } from "#web/app/page.ts";
import { searchResults } from "#web/modules/search/calls.ts";
import { readListState } from "#web/modules/search/list-address.ts";
import { leadToSpan } from "./lead-to-span.ts";

export async function prefetch(client: QueryClient, input: PageInput): Promise<void> {
  const state = readListState(input);
  const length = state.q?.trim().length ?? 0;
  if (length === 0 || length > maxQueryLength) return;
  await client.prefetchQuery({ ...searchResults(state), retry: false });
}

export function describe(client: QueryClient, input: PageInput): PageAnswer | undefined {
  const found = client.getQueryData(searchResults(readListState(input)).queryKey);
  if (!found?.exact || input.query.list) return leadToSpan(input);
  return { status: 301, path: partPath(found.exact), title: found.exact.name };
}
