import { Refusal, refuse } from "#contract/refusals.ts";
import type { reviewCalls } from "#contract/reviews.ts";
import type { Context } from "#server/context.ts";
import { createPictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { removeReview } from "./remove-review.ts";
import { hasReview, listReviewEntries, listReviews } from "./store.ts";
import { writeReview } from "./write-review.ts";

const lostCursor = refuse("invalid", "The review that this page should follow is gone.", {
  after: "Is not a review any more",
});

export function reviewHandlers({ db, read, env }: Context): Handlers<typeof reviewCalls> {
  const show = createPictureFilter(env);
  return {
    list: ({ query }) => read((db) => listReviews(db, show, query.newest)),
    add: async ({ body }, { person }) => {
      const written = await writeReview(db, person, body);
      return written instanceof Refusal ? written : { insertedId: written };
    },
    all: ({ query }) =>
      read(async (db) => {
        const found = await listReviewEntries(db, show, query);
        if (found.length > 0 || !query.after || (await hasReview(db, query.after))) return found;
        return lostCursor;
      }),
    remove: ({ params }, caller) => removeReview(db, caller, params.id),
  };
}
