import { sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { partReviewCalls } from "#contract/reviews.ts";
import type { Context } from "#server/context.ts";
import { hasBought } from "#server/modules/orders/has-bought.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { reviewTags } from "./review-tags.ts";
import { reviews } from "./tables.ts";
import { dailyLimit, lookFirst, signReview, tooMany } from "./write-review.ts";

const notBought = refuse(
  "not-allowed",
  "Only people who have bought this part here can review it. Please use the account that you ordered with.",
);
const foreignPicture = refuse("invalid", "Please upload the picture here.", {
  picture: "Must be a picture that was uploaded here",
});

export function savePartReview({
  db,
  filterPicture,
  settings,
}: Context): Handler<typeof partReviewCalls.save> {
  return async ({ params: { id: partId }, body }, { person }) => {
    const { ratting, description, picture } = body;
    if (filterPicture(picture) !== picture) return foreignPicture;
    if (!(await hasBought(db, person._id, partId))) return notBought;
    if (!(await consumeLimit(db, dailyLimit(person._id)))) return tooMany;
    const first = await lookFirst(settings);
    const written = { name: signReview(body.name, person.name), ratting, description, picture };
    const row = {
      ...written,
      id: newId(),
      userId: person._id,
      partId,
      img: person.img,
      boughtHere: true,
      ...first,
    };
    return inTransaction(db, async (tx) => {
      const [saved] = await tx
        .insert(reviews)
        .values(row)
        .onConflictDoUpdate({
          target: [reviews.userId, reviews.partId],
          targetWhere: sql`part_id is not null`,
          // Hidden ones stay so, whatever their authors change.
          set: { ...written, img: person.img, ...(first.waiting && first) },
        })
        .returning({ id: reviews.id });
      if (!saved) throw new Error("A review was not saved");
      const tags = reviewTags(partId);
      await storeEvents(tx, [{ name: "review.added", about: saved.id, tags }]);
      return { _id: saved.id, ...(first.waiting && { waiting: true as const }) };
    });
  };
}
