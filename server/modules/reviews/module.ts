import type { ShopModule } from "#server/module.ts";
import {
  partReviewHandlers,
  reviewHandlers,
  reviewReportHandlers,
  reviewUndoChecks,
  reviewUndoes,
} from "./handlers.ts";
import { readOwnReports, readOwnReviews } from "./own-reviews.ts";
import { reviewThings } from "./review-things.ts";
import { deleteOldSettledReports } from "./settle-reports.ts";

export const reviews = {
  handlers: (context) => ({
    reviews: reviewHandlers(context),
    reviewReports: reviewReportHandlers(context),
    partReviews: partReviewHandlers(context),
  }),
  undo: reviewUndoes,
  undoChecks: reviewUndoChecks,
  records: { review: reviewThings },
  ownData: async ({ context: { db, filterPicture }, person }) => ({
    reviews: await readOwnReviews(db, person._id, filterPicture),
    reviewReports: await readOwnReports(db, person._id),
  }),
  expires: [deleteOldSettledReports],
} satisfies ShopModule;
