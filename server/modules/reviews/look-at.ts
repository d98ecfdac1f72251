import { and, inArray, isNull, sql } from "drizzle-orm";
import type { reviewReportCalls } from "#contract/review-reports.ts";
import { reviewReportsTag } from "#contract/tags.ts";
import { nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { reviews } from "./tables.ts";

/** Nothing of a review changes by it, so the audit log has no entry of it. */
export function lookAt(db: Database): Handler<typeof reviewReportCalls.lookAt> {
  return ({ body: { ids } }) =>
    inTransaction(db, async (tx) => {
      const looked = await tx
        .update(reviews)
        .set({ lookedAt: sql`shop_now()` })
        .where(and(inArray(reviews.id, ids), isNull(reviews.lookedAt)))
        .returning({ id: reviews.id });
      if (looked.length > 0) {
        await storeEvents(tx, [
          { name: "reviews.looked-at", about: newId(), tags: [reviewReportsTag] },
        ]);
      }
      return { reply: { looked: looked.length }, noted: nothingToAudit };
    });
}
