import { eq } from "drizzle-orm";
import {
  type AuditAction,
  type AuditEntry,
  type AuditFileColumn,
  areaOfAction,
  type auditCalls,
  auditEntriesPerPage,
} from "#contract/audit.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { writeSentence } from "#contract/rules/audit-sentence.ts";
import { keyWorksOn, worksOn } from "#contract/rules/roles.ts";
import type { Context } from "#server/context.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import type { Handlers, SignedInCaller } from "#server/platform/http/handler.ts";
import { notConfirmed, RefusalError } from "#server/platform/http/refusal-error.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import type { Things } from "#server/platform/things/things.ts";
import { type Filters, findTurnedBack, listAdmins, listRows, type Row } from "./list-entries.ts";
import { presentAll, toEntry } from "./present-entries.ts";
import type { Audited } from "./record-action.ts";
import { auditLog } from "./tables.ts";

export type Change = Pick<AuditEntry, "_id" | "action" | "before" | "after"> & { about: string };
/** `left`: how many of a change of many are still to be undone, by calling it again. */
export type Undone = (Audited<unknown> & { left?: number }) | Refusal<"not-found" | "conflict">;
export type Undo = (
  db: Database,
  caller: SignedInCaller,
  change: Change,
  env: Env,
) => Promise<Undone>;
export type Undoes = { [Action in AuditAction]?: Undo };
/** Of changes with these ids, those that can still be undone. Without one, all of a kind are tried. */
type FindUndoable = (db: Queries, ids: readonly string[]) => Promise<readonly string[]>;
export type UndoChecks = { [Action in AuditAction]?: FindUndoable };

/** Of all modules. */
type Known = { undo: Undoes; undoChecks: UndoChecks; records: Things };

const noSuchChange = refuse("not-found", "There is no such change in the audit log.");
const notYours = refuse("not-allowed", "Your role does not include changes of this kind.");
const notUndoable = refuse("conflict", "This kind of change cannot be undone.");

export function auditHandlers(
  { db, env }: Pick<Context, "db" | "env">,
  { undo: undoes, undoChecks, records: things }: Known,
): Handlers<typeof auditCalls> {
  const list = async (filters: Filters, caller?: SignedInCaller) => {
    const rows = await listRows(db, things, filters);
    const gone = await findGone(rows);
    const mayUndo = ({ _id, action }: Pick<AuditEntry, "_id" | "action">) =>
      Object.hasOwn(undoes, action) &&
      caller !== undefined &&
      undoesIt(caller, action) &&
      !gone.has(_id);
    return presentAll(db, { things, mayUndo }, rows);
  };

  async function findGone(rows: readonly Pick<Row, "id" | "action">[]): Promise<Set<string>> {
    const ofUndoable = rows.filter(({ action }) => Object.hasOwn(undoes, action));
    const gone = new Set(
      await findTurnedBack(
        db,
        ofUndoable.map(({ id }) => id),
      ),
    );
    for (const [action, of] of Map.groupBy(rows, (row) => row.action as AuditAction)) {
      const ids = of.map(({ id }) => id);
      const left = await undoChecks[action]?.(db, ids);
      for (const id of ids) if (left && !left.includes(id)) gone.add(id);
    }
    return gone;
  }

  return {
    list: ({ query: { limit = auditEntriesPerPage, ...filters } }, caller) =>
      list({ ...filters, limit }, caller),
    file: (_request, reply, { query: { columns: chosen, ...query } }) =>
      sendColumns(reply, {
        name: "audit-log",
        columns,
        chosen,
        list: (page) => list({ ...query, ...page }),
      }),
    people: async () => {
      const admins = await listAdmins(db, things);
      return admins.map(({ _id, name }) => ({ _id, name }));
    },
    undo: async ({ params }, caller) => {
      const [row] = await db.select().from(auditLog).where(eq(auditLog.id, params.auditId));
      const entry = row && toEntry(row);
      if (!entry?.about) return noSuchChange;
      const undo = undoes[entry.action];
      if (!undo) return notUndoable;
      if (!undoesIt(caller, entry.action)) return notYours;
      // As making the change does: it is of money, or of the shop itself.
      const area = areaOfAction(entry.action);
      if ((area === "shop" || area === "people" || area === "orders") && !caller.isConfirmedAsAdmin)
        throw new RefusalError(notConfirmed);
      const { about } = entry;
      const undone = await undo(db, caller, { ...entry, about }, env);
      if (undone instanceof Refusal) return undone;
      return { reply: { about, left: undone.left ?? 0 }, noted: undone.noted };
    },
  };
}

const columns: FileColumns<AuditFileColumn, AuditEntry> = {
  when: ["When", ({ at }) => at],
  who: ["Who", ({ who }) => who],
  what: ["What", (entry) => writeSentence(entry)],
  from: ["From", ({ address }) => address],
};

function undoesIt({ person, keyName }: SignedInCaller, action: AuditAction): boolean {
  const area = areaOfAction(action);
  return worksOn(person.adminRole, area) && (keyName === undefined || keyWorksOn(area));
}
