import { asc, eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { auditLog } from "./tables.ts";

export async function listChangesAbout(
  db: Queries,
  about: string,
): Promise<{ action: string; at: string }[]> {
  const { action, at } = auditLog;
  const rows = await db
    .select({ action, at })
    .from(auditLog)
    .where(eq(auditLog.about, about))
    .orderBy(asc(auditLog.at));
  return rows.map((row) => ({ action: row.action, at: row.at.toISOString() }));
}
