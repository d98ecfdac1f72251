import { queryOptions } from "@tanstack/react-query";
import { type NewPartReview, partReviewCalls } from "#contract/reviews.ts";
import { call, callInTime } from "#web/app/call.ts";

export function ownReview(partId: string) {
  return queryOptions({
    queryKey: ["parts", "own-review", partId],
    queryFn: ({ signal }) => call(partReviewCalls.own, { params: { id: partId } }, signal),
    staleTime: 0,
    meta: { isPrivate: true },
  });
}

export const saveReview = (partId: string, body: NewPartReview) =>
  callInTime(partReviewCalls.save, { params: { id: partId }, body });

export const removeReview = (partId: string) =>
  callInTime(partReviewCalls.remove, { params: { id: partId } });
