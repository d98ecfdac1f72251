import { inArray, sql } from "drizzle-orm";
import type { reviewReportCalls } from "#contract/review-reports.ts";
import {
  type Audited,
  nothingToAudit,
  recordActions,
} from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { reviewTags } from "./review-tags.ts";
import { settleReports } from "./settle-reports.ts";
import { reviews } from "./tables.ts";

export function editMany(db: Database): Handler<typeof reviewReportCalls.editMany> {
  return ({ body: { ids, hidden } }, caller) => setHiddenOf(db, caller, ids, hidden);
}

export function setHiddenOf(
  db: Database,
  caller: SignedInCaller,
  ids: string[],
  hidden: boolean,
): Promise<Audited<{ changed: string[] }>> {
  return inTransaction(db, async (tx) => {
    const found = await tx
      .select({ id: reviews.id, part: reviews.partId, hiddenAt: reviews.hiddenAt })
      .from(reviews)
      .where(inArray(reviews.id, ids))
      .orderBy(reviews.id)
      .for("update");
    const changing = found.filter(({ hiddenAt }) => (hiddenAt !== null) !== hidden);
    const changed = changing.map(({ id }) => id);
    if (changed.length === 0) return { reply: { changed }, noted: nothingToAudit };
    await tx
      .update(reviews)
      .set({
        ...{ hiddenAt: hidden ? sql`shop_now()` : null, waiting: false },
        lookedAt: sql`shop_now()`,
      })
      .where(inArray(reviews.id, changed));
    await settleReports(tx, changed);
    const tags = [...new Set(changing.flatMap(({ part }) => reviewTags(part)))];
    const id = newId();
    await storeEvents(tx, [{ name: "reviews.edited", about: id, tags }]);
    const [before, after] = [{ hidden: !hidden }, { hidden }];
    const noted = await recordActions(
      tx,
      caller,
      { id, action: "edit-reviews", after: { hidden, reviews: changed.length } },
      changed.map((about) => ({ action: "edit-review", about, before, after })),
    );
    return { reply: { changed }, noted };
  });
}
