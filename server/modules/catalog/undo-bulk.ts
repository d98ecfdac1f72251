import { refuse } from "#contract/refusals.ts";
import { type Change, listPartsOf, type Undone } from "#server/platform/audit/handlers.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { findBulkParts } from "./bulk-edit.ts";
import { type BulkField, type PlannedChange, writeBulk } from "./write-bulk.ts";

export function undoBulk(db: Database, caller: SignedInCaller, { _id }: Change): Promise<Undone> {
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const entries = await listPartsOf(tx, _id);
      const present = await findBulkParts(
        tx,
        { ids: entries.map(({ about }) => about) },
        { lock: true },
      );
      const parts = new Map(present.map((part) => [part._id, part]));
      const changes: PlannedChange[] = [];
      const changedSince: string[] = [];
      for (const { about, before, after } of entries) {
        const part = parts.get(about);
        const [field] = Object.keys(after ?? {}) as BulkField[];
        if (!part || !field) continue;
        const { _id, number, name, version, values } = part;
        const now = values[field];
        if (now !== after?.[field]) changedSince.push(number);
        const next = before?.[field] as string | number | boolean | null;
        changes.push({
          ...{ _id, number, name, version, field },
          ...{ before: { [field]: now }, after: { [field]: next } },
        });
      }
      if (changedSince.length > 0) return refuse("conflict", changedMessage(changedSince));
      const { noted } = await writeBulk(tx, caller, changes, { undone: true });
      return { reply: undefined, noted };
    }),
  );
}

function changedMessage(numbers: string[]): string {
  const named = numbers.slice(0, 3).join(", ");
  const more = numbers.length > 3 ? ` and ${numbers.length - 3} more` : "";
  return `Changed again since: ${named}${more}. Nothing was undone; each product's own history can undo it.`;
}
