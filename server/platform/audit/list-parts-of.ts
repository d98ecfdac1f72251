import { eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Change } from "./handlers.ts";
import { toEntry } from "./present-entries.ts";
import { auditLog } from "./tables.ts";

export async function listPartsOf(db: Queries, id: string): Promise<Change[]> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.partOf, id))
    .orderBy(auditLog.at, auditLog.id);
  return rows.map((row) => toEntry(row) as Change);
}
