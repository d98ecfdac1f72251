import { refuse } from "#contract/refusals.ts";
import type { reviewReportCalls } from "#contract/review-reports.ts";
import type {
  partReviewCalls,
  ReviewEntry,
  ReviewFileColumn,
  reviewCalls,
} from "#contract/reviews.ts";
import { describeReports, nameHidden, othersName } from "#contract/rules/review-words.ts";
import type { Context } from "#server/context.ts";
import { hasBought } from "#server/modules/orders/has-bought.ts";
import type { UndoChecks, Undoes } from "#server/platform/audit/handlers.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { editMany } from "./edit-many.ts";
import { editReview } from "./edit-review.ts";
import { listReviewEntries } from "./list-review-entries.ts";
import { lookAt } from "./look-at.ts";
import { findOwnReview, listPartReviews } from "./part-reviews.ts";
import { removeOwnReview } from "./remove-own-review.ts";
import { removeReview } from "./remove-review.ts";
import { reportReview } from "./report-review.ts";
import { savePartReview } from "./save-part-review.ts";
import { hasReview, listReviews, rateShop } from "./store.ts";
import {
  findUndoableEdits,
  findUndoableManyEdits,
  undoReviewEdit,
  undoReviewEdits,
} from "./undo-review-edit.ts";
import { writeReview } from "./write-review.ts";

const lostCursor = refuse("invalid", "The review before this page was removed. Please reload.", {
  after: "Is not a review any more",
});

export function reviewHandlers(context: Context): Handlers<typeof reviewCalls> {
  const { db, read, filterPicture } = context;
  return {
    list: ({ query }) => read((db) => listReviews(db, filterPicture, query.newest)),
    summary: () => read(rateShop),
    add: ({ body }, { person }) => writeReview(context, person, body),
    all: ({ query }) =>
      read(async (db) => {
        const found = await listReviewEntries(db, filterPicture, query);
        if (found.length > 0 || !query.after || (await hasReview(db, query.after))) return found;
        return lostCursor;
      }),
    file: (_request, reply, { query: { columns: chosen, ...query } }) =>
      sendColumns(reply, {
        name: "reviews",
        columns,
        chosen,
        list: (page) => listReviewEntries(db, filterPicture, { ...query, ...page }),
      }),
    edit: ({ params, body }, caller) => editReview(db, caller, params.id, body),
    remove: ({ params }, caller) => removeReview(db, caller, params.id),
  };
}

export function reviewReportHandlers(context: Context): Handlers<typeof reviewReportCalls> {
  return {
    report: reportReview(context),
    editMany: editMany(context.db),
    lookAt: lookAt(context.db),
  };
}

export function partReviewHandlers(context: Context): Handlers<typeof partReviewCalls> {
  const { db, read, filterPicture } = context;
  return {
    list: ({ params: { id }, query: { after } }) =>
      read(async (db) => {
        if (after && !(await hasReview(db, after))) return lostCursor;
        return listPartReviews(db, filterPicture, id, after);
      }),
    own: async ({ params: { id } }, { person }) => ({
      mayReview: await hasBought(db, person._id, id),
      review: await findOwnReview(db, filterPicture, person._id, id),
    }),
    save: savePartReview(context),
    remove: removeOwnReview(context),
  };
}

const yes = (is: boolean) => (is ? "yes" : "no");

const columns: FileColumns<ReviewFileColumn, ReviewEntry> = {
  written: ["Written", ({ at }) => at],
  name: ["Name", ({ name }) => name],
  account: ["Account", ({ account }) => account ?? ""],
  stars: ["Stars", ({ ratting }) => `${ratting}`],
  review: ["Review", ({ description }) => description],
  part: ["Part", ({ part }) => part?.number ?? ""],
  bought: ["Bought here", ({ boughtHere }) => yes(boughtHere)],
  hidden: ["Hidden", (review) => nameHidden(review) || "no"],
  answer: ["Answer", ({ answer }) => answer ?? ""],
  reports: ["Reports", ({ reports }) => `${reports.length}`],
  "others-name": [othersName, ({ isOthersName }) => yes(isOthersName)],
  reasons: ["Reasons", (review) => describeReports(review).join("; ")],
};

export const reviewUndoes: Undoes = {
  "edit-review": undoReviewEdit,
  "edit-reviews": undoReviewEdits,
};

export const reviewUndoChecks: UndoChecks = {
  "edit-review": findUndoableEdits,
  "edit-reviews": findUndoableManyEdits,
};
