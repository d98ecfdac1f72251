import { refuse } from "#contract/refusals.ts";
import type { reviewReportCalls } from "#contract/review-reports.ts";
import type { partReviewCalls, ReviewEntry, reviewCalls } from "#contract/reviews.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { listAll, sendCsv } from "#server/platform/http/send-csv.ts";
import type { ReviewsContext } from "./context.ts";
import { editMany } from "./edit-many.ts";
import { editReview } from "./edit-review.ts";
import { listReviewEntries } from "./list-review-entries.ts";
import { findOwnReview, listPartReviews } from "./part-reviews.ts";
import { removeOwnReview } from "./remove-own-review.ts";
import { removeReview } from "./remove-review.ts";
import { reportReview } from "./report-review.ts";
import { savePartReview } from "./save-part-review.ts";
import { hasReview, listReviews } from "./store.ts";
import { writeReview } from "./write-review.ts";

const lostCursor = refuse("invalid", "The review before this page was removed. Please reload.", {
  after: "Is not a review any more",
});

export function reviewHandlers(context: ReviewsContext): Handlers<typeof reviewCalls> {
  const { db, read, filterPicture } = context;
  return {
    list: ({ query }) => read((db) => listReviews(db, filterPicture, query.newest)),
    add: ({ body }, { person }) => writeReview(context, person, body),
    all: ({ query }) =>
      read(async (db) => {
        const found = await listReviewEntries(db, filterPicture, query);
        if (found.length > 0 || !query.after || (await hasReview(db, query.after))) return found;
        return lostCursor;
      }),
    file: (_request, reply, { query }) =>
      sendCsv(
        reply,
        "reviews",
        [
          "Written",
          "Name",
          "Account",
          "Stars",
          "Review",
          "Part",
          "Bought here",
          "Hidden",
          "Answer",
        ],
        listAll((page) => listReviewEntries(db, filterPicture, { ...query, ...page }), toCells),
      ),
    edit: ({ params, body }, caller) => editReview(db, caller, params.id, body),
    remove: ({ params }, caller) => removeReview(db, caller, params.id),
  };
}

export function reviewReportHandlers(context: ReviewsContext): Handlers<typeof reviewReportCalls> {
  return { report: reportReview(context), editMany: editMany(context.db) };
}

export function partReviewHandlers(context: ReviewsContext): Handlers<typeof partReviewCalls> {
  const { db, read, filterPicture, orders } = context;
  return {
    list: ({ params: { id }, query: { after } }) =>
      read(async (db) => {
        if (after && !(await hasReview(db, after))) return lostCursor;
        return listPartReviews(db, filterPicture, id, after);
      }),
    own: async ({ params: { id } }, { person }) => ({
      mayReview: await orders.hasBought(db, person._id, id),
      review: await findOwnReview(db, filterPicture, person._id, id),
    }),
    save: savePartReview(context),
    remove: removeOwnReview(context),
  };
}

const toCells = (review: ReviewEntry) => {
  const { at, name, account, ratting, description, part, boughtHere, hidden, answer } = review;
  const yes = (is: boolean) => (is ? "yes" : "no");
  return [
    ...[at, name, account ?? "", `${ratting}`, description, part ? part.number : ""],
    ...[yes(boughtHere), yes(hidden), answer ?? ""],
  ];
};
