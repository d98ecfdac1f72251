import { refuse } from "#contract/refusals.ts";
import type { Undo } from "#server/platform/audit/handlers.ts";
import { listPartsOf } from "#server/platform/audit/list-parts-of.ts";
import { setHiddenOf } from "./edit-many.ts";

const alreadyUndone = refuse(
  "conflict",
  "These reviews have been changed again since, or this was already undone. Nothing was undone.",
);

export const undoReviewEdits: Undo = async (db, caller, { _id, after }) => {
  const ids = (await listPartsOf(db, _id)).map(({ about }) => about);
  const undone = await setHiddenOf(db, caller, ids, after?.hidden !== true);
  return undone.reply.changed.length === 0 ? alreadyUndone : undone;
};
