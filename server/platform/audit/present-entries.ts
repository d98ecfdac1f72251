import { type AuditEntry, auditActions } from "#contract/audit.ts";
import type { AuditedAction } from "#contract/audit-actions/audited-action.ts";
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
    ...entries.flatMap((entry) => {
      const { kind, id } = toThing(entry);
      return id ? [[kind, id] as const] : [];
    }),
  ]);
  return entries.map((entry, at) => {
    const { kind, id } = toThing(entry);
    const parts = rows[at]?.parts;
    const thing = named.get(kind)?.get(id);
    return {
      ...entry,
      by: named.get("person")?.get(rows[at]?.adminId ?? "")?.name ?? null,
      thing: thing ? { kind, ...thing } : null,
      undoable: mayUndo(entry),
      ...(typeof parts === "number" && { parts }),
    };
  });
}

function toThing({ action, about, before }: Stored): { kind: ThingKind; id: string } {
  const { kind, instead }: AuditedAction = auditActions[action];
  if (!instead) return { kind, id: about ?? "" };
  const id = instead.id(before ?? {});
  return { kind: instead.kind, id: typeof id === "string" ? id : "" };
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
