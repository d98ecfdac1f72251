import { eq, sql } from "drizzle-orm";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { reviewTags } from "./review-tags.ts";
import { reviews } from "./tables.ts";

export const noSuchReview = refuse(
  "not-found",
  "There is no such review. It may have been removed.",
);

const partName = sql<string | null>`(select concat_ws(' ', p.number, p.name) from parts p
  where p.id = ${reviews.partId})`;

/** The audit log does not keep the text: it may be the reason for the removal. */
export function removeReview(
  db: Database,
  caller: SignedInCaller,
  id: string,
): Promise<Audited<{ deletedCount: 1 }> | Refusal<"not-found">> {
  return inTransaction(db, async (tx) => {
    const [removed] = await tx.delete(reviews).where(eq(reviews.id, id)).returning({
      ratting: reviews.ratting,
      account: reviews.userId,
      part: reviews.partId,
      partName,
    });
    if (!removed) return noSuchReview;
    await storeEvents(tx, [{ name: "review.deleted", about: id, tags: reviewTags(removed.part) }]);
    const { ratting, account, part, partName: name } = removed;
    const before = {
      ratting,
      ...(account && { account }),
      ...(part && { part, ...(name && { partName: name }) }),
    };
    const noted = await recordAction(tx, caller, { action: "delete-review", about: id, before });
    return { reply: { deletedCount: 1 }, noted };
  });
}
