import { sql } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import type { AuditFields } from "#contract/audit-actions/audited-action.ts";
import type { PartAttribute } from "#contract/part-edits.ts";
import { toCents } from "#contract/rules/money.ts";
import { type ChangeKind, partTags } from "#contract/tags.ts";
import { type AuditProof, recordActions, withName } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { kindsOf } from "./kinds-of-change.ts";
import { findTypeNames, replaceAttributes } from "./resolve-attributes.ts";

export type BulkField = "price" | "type" | "hidden";
type Values = { [Field in BulkField]?: number | string | boolean | null };
/** `before` and `after` have the one field, as an edit takes it. */
export type PlannedChange = {
  _id: string;
  number: string;
  name: string;
  version: number;
  field: BulkField;
  before: Values;
  after: Values;
};

/** `id` is of the entry in the audit log, which several batches may share. */
export async function writeBulk(
  tx: Queries,
  caller: SignedInCaller,
  changes: readonly PlannedChange[],
  { id, what }: { id: string; what: AuditFields },
): Promise<AuditProof> {
  const [first] = changes;
  if (first) {
    await writeColumn(tx, first.field, changes);
    if (first.field === "type") await moveAttributes(tx, changes);
    await storeEvents(tx, [bulkEvent(id, changes)]);
  }
  const action: AuditAction = first?.field === "price" ? "change-price" : "edit-part";
  const types = changes.flatMap(({ before, after }) => [before.type, after.type]);
  const named = await findTypeNames(
    tx,
    [...new Set(types)].filter((type) => typeof type === "string"),
  );
  const keep = (values: AuditFields) =>
    typeof values.type === "string"
      ? { ...values, ...withName("type", values.type, named) }
      : values;
  return recordActions(
    tx,
    caller,
    { id, action: "edit-parts", after: keep(what) },
    changes.map(({ _id, before, after }) => ({
      action,
      about: _id,
      before: keep(before),
      after: keep(after),
    })),
  );
}

async function writeColumn(tx: Queries, field: BulkField, changes: readonly PlannedChange[]) {
  const toValue = ({ after }: PlannedChange) =>
    field === "price" ? toCents(Number(after.price)) : (after[field] ?? null);
  const values = changes.map((change) => ({ id: change._id, value: toValue(change) }));
  await tx.execute(sql`
    update parts set ${columns[field]}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (id uuid, value text)
    where parts.id = given.id`);
}

const columns = {
  price: sql`price_cents = given.value::bigint`,
  hidden: sql`hidden = given.value::boolean`,
  type: sql`part_type_id = (select t.id from part_types t where t.slug = given.value
    and t.deleted_at is null)`,
};

type Described = { partId: string; attributes: PartAttribute[] };

async function moveAttributes(tx: Queries, changes: readonly PlannedChange[]) {
  const ids = changes.map(({ _id }) => _id);
  const described = await queryRows<Described>(
    tx,
    sql`
    select v.part_id as "partId", json_agg(json_build_object('name', a.name, 'unit', a.unit,
      'value', coalesce(to_json(v.number), to_json(v.choice))) order by a.id) as attributes
    from part_attributes v join attributes a on a.id = v.attribute_id
    where v.part_id = any(${sql.param(ids)}::uuid[]) group by v.part_id`,
  );
  await replaceAttributes(tx, described);
}

function bulkEvent(id: string, changes: readonly PlannedChange[]) {
  const kinds = new Set(changes.flatMap(({ field }): readonly ChangeKind[] => kindsOf[field]));
  const tags = [...kinds, ...partTags(changes.map(({ _id }) => _id))];
  return { name: "parts.edited", about: id, tags };
}
