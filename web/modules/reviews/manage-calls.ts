import { reviewCalls } from "#contract/reviews.ts";
import { call, pagedQuery } from "#web/app/call.ts";

export function reviewPages() {
  return {
    ...pagedQuery(["reviews", "manage"], 50, (query, signal) =>
      call(reviewCalls.all, { query }, signal),
    ),
    // Reviews are public, accounts are not: this list ends with the session.
    meta: { isPrivate: true },
  };
}
