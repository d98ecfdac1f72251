import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { refuse } from "#contract/refusals.ts";
import type { Change, Undo } from "#server/platform/audit/handlers.ts";
import { listPartsOf } from "#server/platform/audit/list-parts-of.ts";
import { auditLog } from "#server/platform/audit/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { saveChanges } from "./edit-many.ts";
import { changeReview } from "./edit-review.ts";
import { lockReviews, planChange, type ReviewState } from "./review-states.ts";
import { reviewReports, reviews, settledReports } from "./tables.ts";

const notUndoable = refuse(
  "conflict",
  "This review has been changed again since, this was already undone, or its reports are no longer kept. Nothing was undone.",
);
const noneUndoable = refuse(
  "conflict",
  "These reviews have been changed again since, or this was already undone. Nothing was undone.",
);

const state = z.partial(
  z.object({
    hidden: z.boolean(),
    answer: z.nullable(z.string()),
    waiting: z.boolean(),
    reported: z.boolean(),
  }),
);

function readChange({ before, after }: Change): Record<"before" | "after", Partial<ReviewState>> {
  return {
    before: z.parse(state, before ?? {}) as Partial<ReviewState>,
    after: z.parse(state, after ?? {}) as Partial<ReviewState>,
  };
}

const isStill = (present: ReviewState, after: Partial<ReviewState>) =>
  Object.entries(after).every(([field, value]) => present[field as keyof ReviewState] === value);

export const undoReviewEdit: Undo = async (db, caller, change) => {
  const { before, after } = readChange(change);
  const [undoable] = await findUndoableEdits(db, [change._id]);
  return changeReview(db, caller, change.about, (present) =>
    undoable && isStill(present, after) ? { next: before, undone: change._id } : notUndoable,
  );
};

export const undoReviewEdits: Undo = async (db, caller, { _id, after }) => {
  const parts = await listPartsOf(db, _id);
  return inTransaction(db, async (tx) => {
    const found = new Map(
      (
        await lockReviews(
          tx,
          parts.map(({ about }) => about),
        )
      ).map((each) => [each.id, each]),
    );
    const undone: string[] = [];
    const changes = parts.flatMap((part) => {
      const review = found.get(part.about);
      const change = readChange(part);
      if (!review || !isStill(review.state, change.after)) return [];
      undone.push(part._id);
      return [planChange(review, change.before)];
    });
    if (changes.length === 0) return noneUndoable;
    return saveChanges(tx, caller, { hidden: after?.hidden !== true, changes, undone });
  });
};

/** Of entries about one review: those after which it was not changed again. */
export const findUndoableEdits = (db: Queries, ids: readonly string[]) =>
  findUnchanged(db, ids, sql`entry.id`);

/** Of entries about many: those of which something is left to undo. */
export const findUndoableManyEdits = (db: Queries, ids: readonly string[]) =>
  findUnchanged(db, ids, sql`entry.part_of`);

async function findUnchanged(db: Queries, ids: readonly string[], column: SQL): Promise<string[]> {
  const is = (field: string, present: SQL) =>
    sql`coalesce((entry.after->>${field})::boolean = ${present}, true)`;
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select distinct ${column} as id from ${auditLog} entry
      join ${reviews} review on review.id = entry.about
    where ${column} = any(${sql.param([...ids])}::uuid[])
      and entry.before <> '{}'::jsonb
      and ${is("hidden", sql`(review.hidden_at is not null)`)}
      and ${is("waiting", sql`review.waiting`)}
      and ${is("reported", sql`exists (select from ${reviewReports} r where r.review_id = review.id)`)}
      and (entry.after->'answer' is null or entry.after->>'answer' is not distinct from review.answer)
      and (not coalesce((entry.before->>'reported')::boolean, false)
        or exists (select from ${settledReports} s where s.settled_by = entry.id))`,
  );
  return rows.map(({ id }) => id);
}
