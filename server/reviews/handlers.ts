import type { reviewCalls } from "#contract/reviews.ts";
import { type Handlers, notBuiltYet } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";
import { listReviews } from "./store.ts";

export function reviewHandlers({ db }: Shop): Handlers<typeof reviewCalls> {
  return {
    list: () => listReviews(db),
    add: notBuiltYet,
  };
}
