import { and, eq } from "drizzle-orm";
import type { partReviewCalls } from "#contract/reviews.ts";
import type { Context } from "#server/context.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { noSuchReview } from "./remove-review.ts";
import { reviewTags } from "./review-tags.ts";
import { reviews } from "./tables.ts";

export function removeOwnReview({ db }: Context): Handler<typeof partReviewCalls.remove> {
  return ({ params: { id: partId } }, { person }) =>
    inTransaction(db, async (tx) => {
      const [removed] = await tx
        .delete(reviews)
        .where(and(eq(reviews.userId, person._id), eq(reviews.partId, partId)))
        .returning({ id: reviews.id });
      if (!removed) return noSuchReview;
      const tags = reviewTags(partId);
      await storeEvents(tx, [{ name: "review.deleted", about: removed.id, tags }]);
      return { deletedCount: 1 };
    });
}
