import { eq, inArray, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { deriveId } from "#server/platform/database/new-id.ts";
import { reviewReports, settledReports } from "./tables.ts";

const columns = sql.raw("id, review_id, reporter, reason, note, created_at");

export async function settleReports(tx: Queries, by: ReadonlyMap<string, string>): Promise<void> {
  const [ids, entries] = [[...by.keys()], [...by.values()]].map((each) => sql.param(each));
  await tx.execute(sql`with settled as (
      delete from ${reviewReports} using unnest(${ids}::uuid[], ${entries}::uuid[]) change (about, entry)
      where review_id = about returning ${reviewReports}.*, entry)
    insert into ${settledReports} (${columns}, settled_by) select ${columns}, entry from settled`);
}

/** Those that these changes settled; who has reported the review again is listed once. */
export async function restoreReports(tx: Queries, entries: readonly string[]): Promise<number> {
  const restored = await tx
    .delete(settledReports)
    .where(inArray(settledReports.settledBy, [...entries]))
    .returning();
  const rows = restored.map(({ settledBy: _, settledAt: __, ...report }) => report);
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const some = rows.slice(from, from + rowsPerInsert);
    await tx.insert(reviewReports).values(some).onConflictDoNothing();
  }
  return rows.length;
}

/** PostgreSQL allows 65,535 parameters in a statement. */
const rowsPerInsert = 5_000;

/** Tells reporters apart without naming them. */
export const reporterId = (userIdOrNetwork: string) => deriveId("reporter", userIdOrNetwork);

export async function deleteReportsBy(tx: Queries, userId: string): Promise<void> {
  const reporter = reporterId(userId);
  await tx.delete(reviewReports).where(eq(reviewReports.reporter, reporter));
  await tx.delete(settledReports).where(eq(settledReports.reporter, reporter));
}

const keptDays = 90;

export async function deleteOldSettledReports(db: Queries): Promise<void> {
  await db
    .delete(settledReports)
    .where(sql`${settledReports.settledAt} < shop_now() - make_interval(days => ${keptDays})`);
}
