import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { partReviewCalls, reviewCalls } from "#contract/reviews.ts";
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

export function shopRating() {
  return queryOptions({
    queryKey: ["reviews", "summary"],
    queryFn: ({ signal }) => call(reviewCalls.summary, {}, signal),
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function partReviews(partId: string) {
  return infiniteQueryOptions({
    queryKey: ["parts", "reviews", partId],
    queryFn: ({ pageParam, signal }) =>
      call(
        partReviewCalls.list,
        { params: { id: partId }, query: { after: pageParam || undefined } },
        signal,
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}
