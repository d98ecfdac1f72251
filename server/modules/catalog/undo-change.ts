import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { AuditEntry } from "#contract/audit.ts";
import { type PartRecord, partEdit } from "#contract/catalog.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { lockStock } from "#server/modules/inventory/change-stock.ts";
import { hasMoved } from "#server/modules/inventory/move-goods.ts";
import { findAuditEntry } from "#server/platform/audit/handlers.ts";
import type { Audited } from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { editPart, noSuchPart } from "./edit-part.ts";
import { bookStock } from "./edit-stock.ts";
import { findRecord } from "./part-record.ts";

type Answer = Audited<{ part: string }> | Refusal<"not-found" | "conflict">;

export async function undoChange(
  db: Database,
  caller: SignedInCaller,
  auditId: string,
): Promise<Answer> {
  const entry = await findAuditEntry(db, auditId);
  if (!entry?.about) return refuse("not-found", "There is no such change in the audit log.");
  const part = entry.about;
  const done = await undo(db, caller, entry, part);
  return done instanceof Refusal ? done : { reply: { part }, noted: done.noted };
}

function undo(db: Database, caller: SignedInCaller, entry: AuditEntry, part: string) {
  if (entry.action === "change-stock") return undoStock(db, caller, entry, part);
  if (entry.action === "edit-part" || entry.action === "change-price") {
    return undoEdit(db, caller, entry, part);
  }
  return refuse("conflict", "This kind of change cannot be undone.");
}

/** By the opposite movement, whatever has come and gone since. */
function undoStock(db: Database, caller: SignedInCaller, { _id, after }: AuditEntry, id: string) {
  const change = -Number(after?.change);
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      await lockStock(tx, [id]);
      if (await hasMoved(tx, id, _id)) return alreadyUndone;
      return bookStock(tx, caller, { id, reason: "undo", change, note: "", sourceId: _id });
    }),
  );
}

const alreadyUndone = refuse("conflict", "This change has already been undone.");

async function undoEdit(
  db: Database,
  caller: SignedInCaller,
  { before, after }: AuditEntry,
  id: string,
) {
  const present = await findRecord(db, id);
  if (!present) return noSuchPart;
  const changed = changedSince(present, after ?? {});
  if (changed.length > 0) {
    const isUndone = changedSince(present, before ?? {}).length === 0;
    return isUndone ? alreadyUndone : refuse("conflict", changedMessage(changed));
  }
  const edit = z.safeParse(partEdit, before ?? {});
  if (!edit.success) {
    return refuse(
      "conflict",
      "What was there before is not allowed any more. Please edit the part.",
    );
  }
  return editPart(db, caller, id, { ...edit.data, version: present.version });
}

type Fields = NonNullable<AuditEntry["before"]>;

function changedSince(present: PartRecord, after: Fields): string[] {
  const values: Record<string, unknown> = present;
  return Object.keys(after).filter((field) => !isDeepStrictEqual(values[field], after[field]));
}

const fieldNames: Record<string, string> = {
  minimumQuantity: "minimum quantity",
  packOf: "pack size",
  lowStock: "low-stock threshold",
  replacedBy: "successors",
};

function changedMessage(fields: string[]): string {
  const names = fields.map((field) => fieldNames[field] ?? field).join(", ");
  return `Changed again since: ${names}. Nothing was undone; please edit the part instead.`;
}
