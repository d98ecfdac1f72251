import { invalidRequest, missingObject } from "./errors.ts";
import type { Params } from "./read-params.ts";
import type { ObjectKind, Page, Store } from "./store.ts";

export const pageParams = {
  limit: "integer",
  starting_after: "text",
  created: "since",
} as const;

export function listObjects(
  store: Store,
  kind: ObjectKind,
  url: string,
  params: Params<typeof pageParams>,
  only: Pick<Page, "parent"> = {},
) {
  const limit = params.limit ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalidRequest(`Invalid limit: ${limit} (must be between 1 and 100)`, { param: "limit" });
  }
  const { starting_after: startingAfter } = params;
  if (startingAfter !== undefined && !store.exists(startingAfter))
    throw missingObject(kind, startingAfter, "starting_after");
  const { data, hasMore } = store.list(kind, {
    ...only,
    limit,
    createdSince: params.created,
    startingAfter,
  });
  return { object: "list", url, has_more: hasMore, data };
}
