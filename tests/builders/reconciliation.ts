// Reports of reconciliation that are old.
import { eq, sql } from "drizzle-orm";
import { reconciliationReports as reports } from "#server/operations/reconciliation/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";

type Report = typeof reports.$inferInsert;

/** As if all checks had been made so much earlier. */
export async function ageReports(db: Queries, by: string): Promise<void> {
  await db.update(reports).set({ createdAt: sql`created_at - ${by}::interval` });
}

export async function redateReports(
  db: Queries,
  createdAt: Date,
  { full }: { full: boolean },
): Promise<void> {
  await db.update(reports).set({ createdAt }).where(eq(reports.full, full));
}

/** Checks of recent changes that found nothing. */
export async function addReports(db: Queries, added: Partial<Report>[]): Promise<void> {
  const nothing = { full: false, milliseconds: 1, differences: [] };
  await db.insert(reports).values(added.map((report) => ({ id: newId(), ...nothing, ...report })));
}

export const listReports = (db: Queries) => db.select().from(reports).orderBy(reports.createdAt);
