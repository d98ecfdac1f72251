import { infiniteQueryOptions } from "@tanstack/react-query";
import { reviewCalls } from "#contract/reviews.ts";
import { call } from "#web/app/call.ts";

const reviewsOnAPage = 50;

/** All reviews with the accounts that wrote them, a page at a time, newest first. */
export function reviewPages() {
  return infiniteQueryOptions({
    queryKey: ["reviews", "manage"],
    queryFn: ({ pageParam, signal }) =>
      call(reviewCalls.all, { query: { limit: reviewsOnAPage, after: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < reviewsOnAPage ? undefined : last.at(-1)?._id),
    // Reviews are public, accounts are not: this list ends with the session.
    meta: { isPrivate: true },
    staleTime: 0,
  });
}

export function removeReview(id: string) {
  return call(reviewCalls.remove, { params: { id } });
}
