import { Refusal } from "#contract/refusals.ts";
import type { reviewCalls } from "#contract/reviews.ts";
import type { Handlers } from "#server/http/handler.ts";
import { showPictures } from "#server/person-pictures.ts";
import type { Shop } from "#server/shop.ts";
import { listReviews } from "./store.ts";
import { writeReview } from "./write-review.ts";

export function reviewHandlers({ db, read, env }: Shop): Handlers<typeof reviewCalls> {
  const show = showPictures(env);
  return {
    list: ({ query }) => read((db) => listReviews(db, show, query.newest)),
    add: async ({ body }, { person }) => {
      const written = await writeReview(db, person, body);
      return written instanceof Refusal ? written : { insertedId: written };
    },
  };
}
