import * as z from "zod/mini";
import { refuse } from "#contract/refusals.ts";
import { reviewEdit } from "#contract/reviews.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import type { Database } from "#server/platform/database/connect.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { type Edited, editReview, findEdited } from "./edit-review.ts";
import { noSuchReview } from "./remove-review.ts";

const changedSince = refuse(
  "conflict",
  "This review has been changed again since, or this was already undone. Nothing was undone.",
);

export async function undoReviewEdit(
  db: Database,
  caller: SignedInCaller,
  { about, before, after }: Change,
): Promise<Undone> {
  const [present] = await findEdited(db, about);
  if (!present) return noSuchReview;
  const isChanged = Object.entries(after ?? {}).some(
    ([field, value]) => present[field as keyof Edited] !== value,
  );
  const edit = z.safeParse(reviewEdit, before ?? {});
  if (isChanged || !edit.success) return changedSince;
  return editReview(db, caller, about, edit.data);
}
