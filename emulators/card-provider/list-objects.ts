import { invalidRequest, missingObject } from "./errors.ts";
import type { Params } from "./read-params.ts";
import type { ObjectKind, Page, Store } from "./store.ts";

export const pageParams = {
  limit: "integer",
  starting_after: "text",
  ending_before: "text",
  created: "times",
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
  for (const param of ["starting_after", "ending_before"] as const) {
    const id = params[param];
    if (id !== undefined && !store.exists(id)) throw missingObject(kind, id, param);
  }
  const { data, hasMore } = store.list(kind, {
    ...only,
    limit,
    created: params.created,
    startingAfter: params.starting_after,
    endingBefore: params.ending_before,
  });
  return { object: "list", url, has_more: hasMore, data };
}
