import { type AuditEntry, auditActions } from "#contract/audit.ts";
import type { ThingKind } from "#contract/things.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Named, Things } from "#server/platform/things/things.ts";
import type { Row } from "./list-entries.ts";

type Sources = { things: Things; mayUndo: (entry: Pick<AuditEntry, "_id" | "action">) => boolean };
type Stored = Omit<AuditEntry, "by" | "thing" | "undoable" | "parts">;

export async function presentAll(
  db: Queries,
  { things, mayUndo }: Sources,
  rows: readonly Row[],
): Promise<AuditEntry[]> {
  const entries = rows.map(toEntry);
  const named = await nameAll(db, things, [
    ...rows.flatMap(({ adminId }) => (adminId ? [["person", adminId] as const] : [])),
    ...entries.flatMap(({ action, about }) =>
      about ? [[auditActions[action].kind, about] as const] : [],
    ),
  ]);
  return entries.map((entry, at) => {
    const { kind } = auditActions[entry.action];
    const parts = rows[at]?.parts;
    const thing = named.get(kind)?.get(entry.about ?? "");
    return {
      ...entry,
      by: named.get("person")?.get(rows[at]?.adminId ?? "")?.name ?? null,
      thing: thing ? { kind, ...thing } : null,
      undoable: mayUndo(entry),
      ...(typeof parts === "number" && { parts }),
    };
  });
}

async function nameAll(
  db: Queries,
  things: Things,
  wanted: readonly (readonly [ThingKind, string])[],
): Promise<Map<ThingKind, Named>> {
  const named = new Map<ThingKind, Named>();
  for (const [kind, pairs] of Map.groupBy(wanted, ([kind]) => kind)) {
    const ids = new Set(pairs.map(([, id]) => id));
    const source = things[kind];
    if (source) named.set(kind, await source.name(db, [...ids]));
  }
  return named;
}

export function toEntry({ id, at, adminId: _, partOf: __, parts: ___, ...row }: Row): Stored {
  // record-action.ts writes only what the contract has.
  return { _id: id, at: at.toISOString(), ...row } as Stored;
}
