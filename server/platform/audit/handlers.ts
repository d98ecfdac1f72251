import { and, desc, eq, lt } from "drizzle-orm";
import { type AuditEntry, type auditCalls, auditEntriesPerPage } from "#contract/audit.ts";
import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { auditLog } from "./tables.ts";

type Row = typeof auditLog.$inferSelect;

export function auditHandlers({ db }: Pick<Context, "db">): Handlers<typeof auditCalls> {
  return {
    list: async ({ query: { limit = auditEntriesPerPage, after, about } }) => {
      const rows = await db
        .select()
        .from(auditLog)
        .where(
          and(
            after ? lt(auditLog.id, after) : undefined,
            about ? eq(auditLog.about, about) : undefined,
          ),
        )
        .orderBy(desc(auditLog.id))
        .limit(limit);
      return rows.map(present);
    },
  };
}

export async function findAuditEntry(db: Queries, id: string): Promise<AuditEntry | undefined> {
  const [row] = await db.select().from(auditLog).where(eq(auditLog.id, id));
  return row && present(row);
}

function present({ id, at, adminId: _, ...row }: Row): AuditEntry {
  // record-action.ts writes only what the contract has.
  return { _id: id, at: at.toISOString(), ...row } as AuditEntry;
}
