import { Refusal } from "#contract/refusals.ts";
import type { reviewCalls } from "#contract/reviews.ts";
import type { Handlers } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";
import { listReviews } from "./store.ts";
import { writeReview } from "./write-review.ts";

export function reviewHandlers({ db, read }: Shop): Handlers<typeof reviewCalls> {
  return {
    list: ({ query }) => read((db) => listReviews(db, query.newest)),
    add: async ({ body }, { person }) => {
      const written = await writeReview(db, person, body);
      return written instanceof Refusal ? written : { insertedId: written };
    },
  };
}
