import { isDeepStrictEqual } from "node:util";
import type { AuditFields } from "#contract/audit-actions/audited-action.ts";
import type { PartTypeEdit, PartTypeRecord } from "#contract/part-types.ts";
import { refuseWithPresent } from "#contract/refusals.ts";
import { toSlug } from "#contract/rules/part-path.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { findTypeRecord, noSuchType, type StoredType } from "./part-type-record.ts";
import { findParentId, lockTypes, refuseTakenSlug, writeType } from "./save-part-type.ts";
import { partTypes } from "./tables.ts";

type NewType = { name: string; parent: string | null; slug?: string | undefined };

export function addType(db: Database, caller: SignedInCaller, { name, parent, slug }: NewType) {
  return inTransaction(db, async (tx) => {
    await lockTypes(tx);
    const address = slug ?? toSlug(name);
    await refuseTakenSlug(tx, address);
    const parentId = await findParentId(tx, parent);
    const rows = [{ name, slug: address, parentId }];
    const [added] = await tx.insert(partTypes).values(rows).returning({ id: partTypes.id });
    const stored = await reread(tx, added?.id ?? 0);
    await storeEvents(tx, [typeEvent("part-type.added", stored)]);
    const action = { action: "add-part-type", about: stored.record._id } as const;
    const noted = await recordAction(tx, caller, {
      ...action,
      after: { name, slug: address, parent },
    });
    return { reply: stored.record, noted };
  });
}

export function editType(
  db: Database,
  caller: SignedInCaller,
  slug: string,
  { version, ...edit }: PartTypeEdit,
) {
  return inTransaction(db, async (tx) => {
    await lockTypes(tx);
    const before = await findTypeRecord(tx, { slug });
    if (!before) return noSuchType;
    if (version !== undefined && version !== before.record.version) {
      return refuseWithPresent(
        "conflict",
        "Somebody else changed this part type meanwhile. Please look at it again.",
        before.record,
      );
    }
    const wanted = Object.keys(edit) as Field[];
    if (changedFields(before.record, { ...before.record, ...edit }, wanted).length === 0) {
      return { reply: before.record, noted: nothingToAudit };
    }
    await writeType(tx, before, edit);
    const after = await reread(tx, before.id);
    const changed = changedFields(before.record, after.record, wanted);
    await storeEvents(tx, [typeEvent("part-type.edited", after)]);
    const noted = await recordAction(tx, caller, {
      action: "edit-part-type",
      about: after.record._id,
      before: pickFields(before.record, changed),
      after: pickFields(after.record, changed),
    });
    return { reply: after.record, noted };
  });
}

export const typeEvent = (name: string, { record }: StoredType) => ({
  name,
  about: record._id,
  tags: ["part-types", "part-attributes"],
});

export async function reread(tx: Queries, id: number): Promise<StoredType> {
  const stored = await findTypeRecord(tx, { id });
  if (!stored) throw new Error(`Part type ${id} is gone`);
  return stored;
}

type Field = Exclude<keyof PartTypeEdit, "version">;

function changedFields(
  before: PartTypeRecord,
  after: PartTypeEdit,
  fields: readonly Field[],
): Field[] {
  const [one, other] = [comparable(before), comparable(after)];
  return fields.filter((field) => !isDeepStrictEqual(one[field], other[field]));
}

/** How many parts have a value, and the ids of attributes, are no change. */
export function comparable(type: PartTypeEdit): Record<Field, unknown> {
  const { name, slug, parent, synonyms, soldForVehicles } = type;
  const attributes = type.attributes?.map(({ name, unit, kind, facet }) => ({
    name,
    unit,
    kind,
    facet,
  }));
  return { name, slug, parent, synonyms, soldForVehicles, attributes };
}

function pickFields(record: PartTypeRecord, fields: readonly Field[]): AuditFields {
  const shown = {
    ...record,
    attributes: record.attributes.map(({ parts: _, ...attribute }) => attribute),
  };
  return Object.fromEntries(fields.map((field) => [field, shown[field]]));
}
