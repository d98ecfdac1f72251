import { desc, lt } from "drizzle-orm";
import { type AuditEntry, type auditCalls, auditEntriesPerPage } from "#contract/audit.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { auditLog } from "./tables.ts";

type Row = typeof auditLog.$inferSelect;

export function auditHandlers({ db }: Pick<Context, "db">): Handlers<typeof auditCalls> {
  return {
    list: async ({ query: { limit = auditEntriesPerPage, after } }) => {
      const rows = await db
        .select()
        .from(auditLog)
        .where(after ? lt(auditLog.id, after) : undefined)
        .orderBy(desc(auditLog.id))
        .limit(limit);
      return rows.map(present);
    },
  };
}

function present({ id, at, adminId: _, ...row }: Row): AuditEntry {
  // record-action.ts writes only what the contract has.
  return { _id: id, at: at.toISOString(), ...row } as AuditEntry;
}
