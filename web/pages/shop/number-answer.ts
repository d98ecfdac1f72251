import type { QueryClient } from "@tanstack/react-query";
import { noSuchPage, type PageAnswer, type PageInput } from "#web/app/page.ts";
import { numberPath } from "#web/app/paths.ts";
import { partPage } from "#web/modules/catalog/calls.ts";
import { partsByNumber } from "#web/modules/search/number-calls.ts";

export async function prefetch(
  client: QueryClient,
  { params: { number = "" } }: PageInput,
): Promise<void> {
  await client.prefetchQuery({ ...partsByNumber(number), retry: false });
  const matches = client.getQueryData(partsByNumber(number).queryKey)?.matches ?? [];
  await Promise.all(
    matches.map(({ part }) => client.prefetchQuery({ ...partPage(part), retry: false })),
  );
}

export function describe(
  client: QueryClient,
  { params: { number = "" } }: PageInput,
): PageAnswer | undefined {
  const data = client.getQueryData(partsByNumber(number).queryKey);
  if (data === undefined) return undefined;
  if (data === null) return noSuchPage;
  return {
    status: 200,
    path: numberPath(data.norm.toLowerCase()),
    title: `Part number ${data.number}`,
    description: `What has the number ${data.number} or replaces it, side by side.`,
    picture: undefined,
  };
}
