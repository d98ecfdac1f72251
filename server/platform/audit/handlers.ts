import { and, desc, eq, isNull, lt } from "drizzle-orm";
import {
  type AuditAction,
  type AuditEntry,
  type auditCalls,
  auditEntriesPerPage,
} from "#contract/audit.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import type { Handlers, SignedInCaller } from "#server/platform/http/handler.ts";
import type { Audited } from "./record-action.ts";
import { auditLog } from "./tables.ts";

type Row = typeof auditLog.$inferSelect;
export type Change = AuditEntry & { about: string };
export type Undone = Audited<unknown> | Refusal<"not-found" | "conflict">;
export type Undo = (
  db: Database,
  caller: SignedInCaller,
  change: Change,
  env: Env,
) => Promise<Undone>;
export type Undoes = { [Action in AuditAction]?: Undo };
export type AuditContext = Context & { undoes: Undoes };

const noSuchChange = refuse("not-found", "There is no such change in the audit log.");
const notUndoable = refuse("conflict", "This kind of change cannot be undone.");

export function auditHandlers({
  db,
  env,
  undoes,
}: Pick<AuditContext, "db" | "env" | "undoes">): Handlers<typeof auditCalls> {
  return {
    list: async ({ query: { limit = auditEntriesPerPage, after, about } }) => {
      const rows = await db
        .select()
        .from(auditLog)
        .where(
          and(
            after ? lt(auditLog.id, after) : undefined,
            about ? eq(auditLog.about, about) : isNull(auditLog.partOf),
          ),
        )
        .orderBy(desc(auditLog.id))
        .limit(limit);
      return rows.map(present);
    },
    undo: async ({ params }, caller) => {
      const [row] = await db.select().from(auditLog).where(eq(auditLog.id, params.auditId));
      const entry = row && present(row);
      if (!entry?.about) return noSuchChange;
      const undo = undoes[entry.action];
      if (!undo) return notUndoable;
      const { about } = entry;
      const undone = await undo(db, caller, { ...entry, about }, env);
      return undone instanceof Refusal ? undone : { reply: { about }, noted: undone.noted };
    },
  };
}

export async function listPartsOf(db: Queries, id: string): Promise<Change[]> {
  const rows = await db.select().from(auditLog).where(eq(auditLog.partOf, id));
  return rows.map((row) => present(row) as Change);
}

function present({ id, at, adminId: _, partOf: __, ...row }: Row): AuditEntry {
  // record-action.ts writes only what the contract has.
  return { _id: id, at: at.toISOString(), ...row } as AuditEntry;
}
