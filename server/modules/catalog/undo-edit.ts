import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { AuditFields } from "#contract/audit-actions/audited-action.ts";
import { nameField, withoutNames } from "#contract/audit-actions/words.ts";
import { type PartRecord, partEdit } from "#contract/part-edits.ts";
import { refuse } from "#contract/refusals.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import type { Database } from "#server/platform/database/connect.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { saveEdit } from "./edit-part.ts";
import { findRecord, noSuchPart } from "./part-record.ts";

export async function undoEdit(
  db: Database,
  caller: SignedInCaller,
  { about, ...change }: Change,
): Promise<Undone> {
  const before = withoutNames(change.before ?? {});
  const after = withoutNames(change.after ?? {});
  const present = await findRecord(db, about);
  if (!present) return noSuchPart;
  const changed = changedSince(present, after);
  if (changed.length > 0) {
    const isUndone = changedSince(present, before).length === 0;
    const message = isUndone ? "This change has already been undone." : changedMessage(changed);
    return refuse("conflict", message);
  }
  const edit = z.safeParse(partEdit, before);
  if (!edit.success) {
    return refuse(
      "conflict",
      "What was there before is not allowed any more. Please edit the part.",
    );
  }
  return saveEdit(db, caller, about, { ...edit.data, version: present.version });
}

function changedSince(present: PartRecord, after: AuditFields): string[] {
  const values: Record<string, unknown> = present;
  return Object.keys(after).filter((field) => !isDeepStrictEqual(values[field], after[field]));
}

function changedMessage(fields: string[]): string {
  const names = fields.map(nameField).join(", ");
  return `Changed again since: ${names}. Nothing was undone; please edit the part instead.`;
}
