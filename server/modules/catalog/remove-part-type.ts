import { eq, sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { reread, typeEvent } from "./edit-part-type.ts";
import { findTypeRecord, noSuchType } from "./part-type-record.ts";
import { lockTypes, takenSlugProblem } from "./save-part-type.ts";
import { partTypeSlugs, partTypes } from "./tables.ts";

export function removeType(db: Database, caller: SignedInCaller, slug: string) {
  return inTransaction(db, async (tx) => {
    await lockTypes(tx);
    const found = await findTypeRecord(tx, { slug });
    if (!found) return noSuchType;
    const { id } = found;
    // Whoever gives it to a part holds it until that is stored: parts are counted after that.
    await tx.select().from(partTypes).where(eq(partTypes.id, id)).for("update");
    const stored = await reread(tx, id);
    const { record } = stored;
    const { _id: about, name, parts, below } = record;
    if (parts > 0) {
      const message = `${count(parts, "product")} of this type: give them another one first.`;
      return refuse("conflict", message);
    }
    if (below > 0) {
      return refuse("conflict", `${count(below, "type")} below this one: move them first.`);
    }
    await setDeleted(tx, id, true);
    await storeEvents(tx, [typeEvent("part-type.deleted", stored)]);
    const before = { name, slug: record.slug };
    const noted = await recordAction(tx, caller, { action: "delete-part-type", about, before });
    return { reply: { deletedCount: 1 } as const, noted };
  });
}

export function restoreType(db: Database, caller: SignedInCaller, id: number) {
  return inTransaction(db, async (tx) => {
    await lockTypes(tx);
    const [type] = await tx.select().from(partTypes).where(eq(partTypes.id, id));
    if (!type?.deletedAt) return alreadyUndone;
    const { parentId, slug } = type;
    if (parentId !== null && !(await findTypeRecord(tx, { id: parentId }))) return parentGone;
    const problem = await takenSlugProblem(tx, slug, id);
    if (problem) return refuse("conflict", `${problem}. Change that address first.`);
    await tx
      .delete(partTypeSlugs)
      .where(
        sql`part_type_id = ${id} and slug in (select slug from part_types where deleted_at is null)`,
      );
    await setDeleted(tx, id, false);
    const stored = await reread(tx, id);
    await storeEvents(tx, [typeEvent("part-type.restored", stored)]);
    const { _id: about, name } = stored.record;
    const action = { action: "restore-part-type", about, after: { name } } as const;
    return { reply: undefined, noted: await recordAction(tx, caller, action) };
  });
}

const alreadyUndone = refuse("conflict", "This change has already been undone.");
const parentGone = refuse(
  "conflict",
  "The type that it belonged to was deleted as well. Please restore that one first.",
);

const setDeleted = (tx: Queries, id: number, isDeleted: boolean) =>
  tx
    .update(partTypes)
    .set({
      deletedAt: isDeleted ? sql`shop_now()` : null,
      version: sql`${partTypes.version} + 1`,
    })
    .where(eq(partTypes.id, id));

const count = (many: number, what: string) =>
  many === 1 ? `There is 1 ${what}` : `There are ${many} ${what}s`;
