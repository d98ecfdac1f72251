import { and, eq, isNull, sql } from "drizzle-orm";
import type { AuditFields } from "#contract/audit-actions/audited-action.ts";
import type { PartEdit, PartRecord, partEditCalls } from "#contract/part-edits.ts";
import { type Refusal, refuseWithPresent } from "#contract/refusals.ts";
import { type ChangeKind, partTag, vehiclesTag } from "#contract/tags.ts";
import type { Context } from "#server/context.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
  withName,
} from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { type EventInput, storeEvents } from "#server/platform/events/outbox.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { kindsOf } from "./kinds-of-change.ts";
import { refuseTakenNumbers, refuseViolations } from "./part-numbers.ts";
import { findNameIds, findRecord, noSuchPart, toColumns } from "./part-record.ts";
import { findTypeNames } from "./resolve-attributes.ts";
import { lockKitStock, refuseEmptyKit, refuseTerms, saveDetails } from "./save-details.ts";
import { parts } from "./tables.ts";

const changedMeanwhile = "Somebody else changed this part meanwhile. Please compare both versions.";

export function editPart({ db }: Context): Handler<typeof partEditCalls.edit> {
  return async ({ params, body }, caller) => {
    await refuseTerms(db, body);
    return saveEdit(db, caller, params.id, body);
  };
}

export function saveEdit(
  db: Database,
  caller: SignedInCaller,
  id: string,
  edit: PartEdit,
): Promise<Audited<PartRecord> | Refusal<"not-found" | "conflict">> {
  return refuseViolations(() =>
    retryOnConflict(() => inTransaction(db, (tx) => edited(tx, caller, id, edit))),
  );
}

async function edited(tx: Queries, caller: SignedInCaller, id: string, edit: PartEdit) {
  const { version, ...fields } = edit;
  const { components, fromShelf } = fields;
  if (components || fromShelf !== undefined) {
    await lockKitStock(
      tx,
      [id],
      (components ?? []).map(({ part }) => part),
    );
  }
  const before = await lockRecord(tx, id);
  if (!before) return noSuchPart;
  if (version !== undefined && version !== before.version) {
    return refuseWithPresent("conflict", changedMeanwhile, before);
  }
  const after = await writeEdit(tx, before, fields);
  refuseEmptyKit(after);
  const changed = changedFields(before, after, fields);
  if (changed.length === 0) return { reply: after, noted: nothingToAudit };
  await storeEvents(tx, [editEvent(after, changed, before)]);
  const isPrice = changed.join() === "price";
  const noted = await recordAction(tx, caller, {
    action: isPrice ? "change-price" : "edit-part",
    about: id,
    before: await keep(tx, before, changed),
    after: await keep(tx, after, changed),
  });
  return { reply: after, noted };
}

async function lockRecord(tx: Queries, id: string): Promise<PartRecord | undefined> {
  const isThere = and(eq(parts.id, id), isNull(parts.deletedAt));
  const [locked] = await tx.select({ id: parts.id }).from(parts).where(isThere).for("update");
  return locked && findRecord(tx, id);
}

async function writeEdit(tx: Queries, before: PartRecord, edit: Fields): Promise<PartRecord> {
  const id = before._id;
  await refuseTakenNumbers(tx, id, edit);
  const { furtherTypes, pictures, numbers, replacedBy, components } = edit;
  // Types that are named are not deleted meanwhile.
  const columns = toColumns(edit, await findNameIds(tx, [edit]));
  await saveDetails(tx, [{ partId: id, furtherTypes, pictures, numbers, replacedBy, components }]);
  if (Object.values(columns).some((value) => value !== undefined)) {
    await tx.update(parts).set(columns).where(eq(parts.id, id));
  }
  // Attributes belong to the type.
  const moved = edit.type === undefined ? undefined : before.attributes;
  await saveDetails(tx, [{ partId: id, attributes: edit.attributes ?? moved }]);
  const after = await findRecord(tx, id);
  if (!after) throw new Error("A locked part is gone");
  const isRaised = after.version > before.version;
  if (isRaised || changedFields(before, after, edit).length === 0) return after;
  await tx
    .update(parts)
    .set({ version: sql`${parts.version} + 1` })
    .where(eq(parts.id, id));
  return { ...after, version: after.version + 1 };
}

type Fields = Omit<PartEdit, "version">;
type Field = keyof Fields;

function changedFields(before: PartRecord, after: PartRecord, edit: Fields): Field[] {
  const fields = Object.keys(edit) as Field[];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

function pick(record: PartRecord, fields: Field[]): AuditFields {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}

async function keep(tx: Queries, record: PartRecord, fields: Field[]): Promise<AuditFields> {
  const { type } = record;
  if (type === null || !fields.includes("type")) return pick(record, fields);
  return { ...pick(record, fields), ...withName("type", type, await findTypeNames(tx, [type])) };
}

/** A new price is shown at once; after other changes, what shows the part is fetched again. */
function editEvent(
  { _id: id, price, components, replacedBy }: PartRecord,
  changed: Field[],
  before: PartRecord,
): EventInput {
  if (changed.join() === "price") {
    const tags = [partTag(id), ...kindsOf.price];
    return { name: "part.price-changed", about: id, tags, data: { price } };
  }
  const inside = changed.includes("components") ? [...before.components, ...components] : [];
  const after = changed.includes("replacedBy") ? [...before.replacedBy, ...replacedBy] : [];
  const touched = new Set([id, ...[...inside, ...after].map(({ part }) => part)].map(partTag));
  const kinds = new Set(changed.flatMap((field): readonly ChangeKind[] => kindsOf[field]));
  const tags = [...touched, ...kinds, ...(inside.length > 0 ? [vehiclesTag] : [])];
  return { name: "part.edited", about: id, tags };
}
