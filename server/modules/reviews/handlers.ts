import { refuse } from "#contract/refusals.ts";
import type { reviewCalls } from "#contract/reviews.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { removeReview } from "./remove-review.ts";
import { hasReview, listReviewEntries, listReviews } from "./store.ts";
import { writeReview } from "./write-review.ts";

const lostCursor = refuse("invalid", "The review before this page was removed. Please reload.", {
  after: "Is not a review any more",
});

export function reviewHandlers({ db, read, filterPicture }: Context): Handlers<typeof reviewCalls> {
  return {
    list: ({ query }) => read((db) => listReviews(db, filterPicture, query.newest)),
    add: ({ body }, { person }) => writeReview(db, person, body),
    all: ({ query }) =>
      read(async (db) => {
        const found = await listReviewEntries(db, filterPicture, query);
        if (found.length > 0 || !query.after || (await hasReview(db, query.after))) return found;
        return lostCursor;
      }),
    remove: ({ params }, caller) => removeReview(db, caller, params.id),
  };
}
