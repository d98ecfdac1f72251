import { queryOptions } from "@tanstack/react-query";
import { reviewCalls } from "#contract/reviews.ts";
import { call } from "#web/app/call.ts";

const shown = 12;

export function newestReviews() {
  return queryOptions({
    queryKey: ["reviews", "newest"],
    queryFn: async ({ signal }) =>
      (await call(reviewCalls.list, { query: { newest: shown } }, signal)).reverse(),
    // The page came with them; the component may hydrate much later.
    gcTime: Number.POSITIVE_INFINITY,
  });
}
