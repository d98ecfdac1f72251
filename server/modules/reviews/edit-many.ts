import type { reviewReportCalls } from "#contract/review-reports.ts";
import {
  type Audited,
  nothingToAudit,
  recordActions,
} from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import {
  decided,
  lockReviews,
  planChange,
  type StateChange,
  toAction,
  writeChanges,
} from "./review-states.ts";
import { reviewTags } from "./review-tags.ts";

type Edited = { changed: string[]; auditId: string | null };

export function editMany(db: Database): Handler<typeof reviewReportCalls.editMany> {
  return ({ body: { ids, hidden } }, caller) =>
    inTransaction(db, async (tx) => {
      const found = await lockReviews(tx, ids);
      const changing = found.filter(({ state }) => state.hidden !== hidden);
      const changes = changing.map((each) => planChange(each, { hidden, ...decided }));
      return saveChanges(tx, caller, { hidden, changes });
    });
}

type Saved = { hidden: boolean; changes: readonly StateChange[]; undone?: readonly string[] };

export async function saveChanges(
  tx: Queries,
  caller: SignedInCaller,
  { hidden, changes, undone }: Saved,
): Promise<Audited<Edited>> {
  const changed = changes.map(({ id }) => id);
  if (changed.length === 0) return { reply: { changed, auditId: null }, noted: nothingToAudit };
  await writeChanges(tx, changes, undone);
  const tags = [...new Set(changes.flatMap(({ part }) => reviewTags(part)))];
  const id = newId();
  await storeEvents(tx, [{ name: "reviews.edited", about: id, tags }]);
  const noted = await recordActions(
    tx,
    caller,
    { id, action: "edit-reviews", after: { hidden, reviews: changed.length } },
    changes.map(toAction),
  );
  return { reply: { changed, auditId: id }, noted };
}
