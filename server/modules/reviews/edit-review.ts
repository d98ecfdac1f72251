import { Refusal, refuseWithPresent } from "#contract/refusals.ts";
import type { ReviewEdit } from "#contract/reviews.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { noSuchReview } from "./remove-review.ts";
import {
  decided,
  lockReviews,
  planChange,
  type ReviewState,
  toAction,
  writeChanges,
} from "./review-states.ts";
import { reviewTags } from "./review-tags.ts";

type Edited = Pick<ReviewState, "hidden" | "answer"> & { auditId: string | null };
/** `undone`: the change whose reports come back. */
type Decision = { next: Partial<ReviewState>; undone?: string };
type Decide = (present: ReviewState) => Decision | Refusal<"conflict">;

export function editReview(
  db: Database,
  caller: SignedInCaller,
  id: string,
  edit: ReviewEdit,
): Promise<Audited<Edited> | Refusal<"not-found" | "conflict">> {
  const { hidden, answer, reported } = edit;
  const isDecided = hidden !== undefined || reported === false;
  const next = {
    ...(hidden !== undefined && { hidden }),
    ...(answer !== undefined && { answer }),
    ...(isDecided && decided),
  };
  return changeReview(db, caller, id, (present) =>
    isAnsweredSince(present, edit)
      ? refuseWithPresent("conflict", answeredSince, { answer: present.answer })
      : { next },
  );
}

export function changeReview(
  db: Database,
  caller: SignedInCaller,
  id: string,
  decide: Decide,
): Promise<Audited<Edited> | Refusal<"not-found" | "conflict">> {
  return inTransaction(db, async (tx) => {
    const [found] = await lockReviews(tx, [id]);
    if (!found) return noSuchReview;
    const decision = decide(found.state);
    if (decision instanceof Refusal) return decision;
    const { next, undone } = decision;
    const change = planChange(found, next);
    const { hidden, answer } = change.after;
    if (change.changed.length === 0) {
      return { reply: { hidden, answer, auditId: null }, noted: nothingToAudit };
    }
    await writeChanges(tx, [change], undone === undefined ? [] : [undone]);
    await storeEvents(tx, [{ name: "review.edited", about: id, tags: reviewTags(found.part) }]);
    const noted = await recordAction(tx, caller, toAction(change));
    return { reply: { hidden, answer, auditId: change.entry }, noted };
  });
}

const answeredSince = "Somebody else has changed the answer meanwhile. Nothing was saved.";

function isAnsweredSince(present: ReviewState, { answer, expected }: ReviewEdit): boolean {
  if (answer === undefined || expected === undefined) return false;
  return present.answer !== expected && present.answer !== answer;
}
