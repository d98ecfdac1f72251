import { eq, sql } from "drizzle-orm";
import type { AuditFields } from "#contract/audit-actions/audited-action.ts";
import { type Refusal, refuseWithPresent } from "#contract/refusals.ts";
import type { ReviewEdit } from "#contract/reviews.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { noSuchReview } from "./remove-review.ts";
import { reviewTags } from "./review-tags.ts";
import { settleReports } from "./settle-reports.ts";
import { reviewReports, reviews } from "./tables.ts";

export type Edited = { hidden: boolean; answer: string | null };

const fields = ["hidden", "answer"] as const;

export function editReview(
  db: Database,
  caller: SignedInCaller,
  id: string,
  edit: ReviewEdit,
): Promise<Audited<Edited & { auditId: string | null }> | Refusal<"not-found" | "conflict">> {
  return inTransaction(db, async (tx) => {
    const [before] = await findEdited(tx, id).for("update");
    if (!before) return noSuchReview;
    const { part, isWaiting, isReported, ...present } = before;
    if (isAnsweredSince(present, edit)) {
      return refuseWithPresent("conflict", answeredSince, { answer: present.answer });
    }
    const after = toEdited(present, edit);
    const changed = fields.filter((field) => after[field] !== present[field]);
    const isDecided = edit.hidden !== undefined || edit.reported === false;
    const isSettled = isDecided && (isReported || isWaiting);
    if (changed.length === 0 && !isSettled) {
      return { reply: { ...after, auditId: null }, noted: nothingToAudit };
    }
    await tx
      .update(reviews)
      .set({
        ...(changed.includes("hidden") && { hiddenAt: after.hidden ? sql`shop_now()` : null }),
        ...(isDecided && { waiting: false }),
        ...{ answer: after.answer, lookedAt: sql`shop_now()` },
      })
      .where(eq(reviews.id, id));
    if (isDecided) await settleReports(tx, [id]);
    await storeEvents(tx, [{ name: "review.edited", about: id, tags: reviewTags(part) }]);
    const pick = (values: Edited): AuditFields =>
      Object.fromEntries(changed.map((field) => [field, values[field]]));
    const auditId = newId();
    const noted = await recordAction(tx, caller, {
      ...{ id: auditId, action: "edit-review", about: id, before: pick(present) },
      after: changed.length > 0 ? pick(after) : { reported: false },
    });
    return { reply: { ...after, auditId }, noted };
  });
}

function toEdited(present: Edited, { hidden, answer }: ReviewEdit): Edited {
  return {
    hidden: hidden ?? present.hidden,
    answer: answer === undefined ? present.answer : answer,
  };
}

const answeredSince = "Somebody else has changed the answer meanwhile. Nothing was saved.";

function isAnsweredSince(present: Edited, { answer, expected }: ReviewEdit): boolean {
  if (answer === undefined || expected === undefined) return false;
  return present.answer !== expected && present.answer !== answer;
}

export function findEdited(db: Queries, id: string) {
  return db
    .select({
      hidden: sql<boolean>`${reviews.hiddenAt} is not null`,
      ...{ answer: reviews.answer, part: reviews.partId, isWaiting: reviews.waiting },
      isReported: sql<boolean>`exists (select from ${reviewReports} r where r.review_id = reviews.id)`,
    })
    .from(reviews)
    .where(eq(reviews.id, id));
}
