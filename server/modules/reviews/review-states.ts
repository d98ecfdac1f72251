import { inArray, sql } from "drizzle-orm";
import type { AuditFields } from "#contract/audit-actions/audited-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { restoreReports, settleReports } from "./settle-reports.ts";
import { reviewReports, reviews } from "./tables.ts";

export type ReviewState = {
  hidden: boolean;
  answer: string | null;
  waiting: boolean;
  reported: boolean;
};
export type FoundReview = { id: string; part: string | null; state: ReviewState };

/** Showing or hiding a review ends its wait and settles its reports. */
export const decided = { waiting: false, reported: false };

const fields = ["hidden", "answer", "waiting", "reported"] as const;

export async function lockReviews(tx: Queries, ids: readonly string[]): Promise<FoundReview[]> {
  const rows = await tx
    .select({
      id: reviews.id,
      part: reviews.partId,
      hidden: sql<boolean>`${reviews.hiddenAt} is not null`,
      answer: reviews.answer,
      waiting: reviews.waiting,
      reported: sql<boolean>`exists (select from ${reviewReports} r where r.review_id = reviews.id)`,
    })
    .from(reviews)
    .where(inArray(reviews.id, [...ids]))
    .orderBy(reviews.id)
    .for("update");
  return rows.map(({ id, part, ...state }) => ({ id, part, state }));
}

/** `entry`: the id that it gets in the audit log. */
export type StateChange = FoundReview & {
  entry: string;
  after: ReviewState;
  changed: (keyof ReviewState)[];
};

export function planChange(found: FoundReview, next: Partial<ReviewState>): StateChange {
  const after = { ...found.state, ...next };
  const changed = fields.filter((field) => after[field] !== found.state[field]);
  return { ...found, entry: newId(), after, changed };
}

export function toAction({ id, entry, state, after, changed }: StateChange) {
  const pick = (values: ReviewState): AuditFields =>
    Object.fromEntries(changed.map((field) => [field, values[field]]));
  const [before, now] = [pick(state), pick(after)];
  return { id: entry, action: "edit-review" as const, about: id, before, after: now };
}

/** `undone`: the entries of the audit log whose settled reports come back. */
export async function writeChanges(
  tx: Queries,
  changes: readonly StateChange[],
  undone: readonly string[] = [],
): Promise<void> {
  const alike = Map.groupBy(changes, ({ after: { hidden, waiting, answer }, changed }) =>
    JSON.stringify([hidden, waiting, answer, changed.includes("hidden")]),
  );
  for (const [first, ...others] of alike.values()) {
    if (!first) continue;
    const { hidden, waiting, answer } = first.after;
    const hiddenAt = hidden ? sql`shop_now()` : null;
    await tx
      .update(reviews)
      .set({
        ...(first.changed.includes("hidden") && { hiddenAt }),
        waiting,
        answer,
        lookedAt: sql`shop_now()`,
      })
      .where(
        inArray(
          reviews.id,
          [first, ...others].map(({ id }) => id),
        ),
      );
  }
  const settled = changes.filter(({ state, after }) => state.reported && !after.reported);
  if (settled.length > 0)
    await settleReports(tx, new Map(settled.map(({ id, entry }) => [id, entry])));
  if (undone.length > 0) await restoreReports(tx, undone);
}
