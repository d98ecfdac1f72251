import { queryOptions } from "@tanstack/react-query";
import { reviewCalls } from "#contract/reviews.ts";
import { call } from "#web/app/call.ts";

/** As many as a person leafs through. */
const shown = 12;

/** The newest reviews, newest first: the list is told oldest first, so it is turned around. */
export function newestReviews() {
  return queryOptions({
    queryKey: ["reviews", "newest"],
    queryFn: async ({ signal }) =>
      (await call(reviewCalls.list, { query: { newest: shown } }, signal)).reverse(),
    // The page came with them, and what shows them may begin to live much later.
    gcTime: Number.POSITIVE_INFINITY,
  });
}
