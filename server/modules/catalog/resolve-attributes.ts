import { and, inArray, isNull, sql } from "drizzle-orm";
import type { PartAttribute } from "#contract/part-edits.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { invalidField } from "#server/platform/http/refusal-error.ts";
import { attributes, partAttributes, parts, partTypes } from "./tables.ts";

export const needsType = "Vehicles are listed for this product, so it needs a type";

export type KnownAttribute = Pick<typeof attributes.$inferSelect, "id" | "name" | "unit" | "kind">;
type Described = { partId: string; attributes: readonly PartAttribute[] | undefined };
type Row = { partId: string; attributeId: number; choice: string | null; number: number | null };

/** PostgreSQL allows 65,535 parameters in a statement. */
const rowsPerInsert = 5_000;

export async function replaceAttributes(tx: Queries, all: readonly Described[]): Promise<void> {
  if (all.length === 0) return;
  const ids = all.map(({ partId }) => partId);
  await tx.delete(partAttributes).where(inArray(partAttributes.partId, ids));
  const rows = await resolveAttributes(tx, all);
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await tx.insert(partAttributes).values(rows.slice(from, from + rowsPerInsert));
  }
}

export async function resolveAttributes(tx: Queries, all: readonly Described[]): Promise<Row[]> {
  const types = await findTypeIds(
    tx,
    all.map(({ partId }) => partId),
  );
  const known = new Map<number | null, KnownAttribute[]>();
  const rows: Row[] = [];
  for (const { partId, attributes = [] } of all) {
    const typeId = types.get(partId) ?? null;
    const ofType = known.get(typeId) ?? (await listAttributes(tx, typeId));
    known.set(typeId, ofType);
    const seen = new Set<number>();
    for (const given of attributes) {
      const attribute =
        findAttribute(ofType, given.name) ?? (await addAttribute(tx, typeId, given));
      if (!ofType.includes(attribute)) ofType.push(attribute);
      if (seen.has(attribute.id)) throw invalidField("attributes", `${given.name} is there twice`);
      seen.add(attribute.id);
      rows.push({ partId, attributeId: attribute.id, ...toValue(attribute, given) });
    }
  }
  return rows;
}

export async function findTypeIds(tx: Queries, ids: readonly string[]) {
  const found = await tx
    .select({ id: parts.id, typeId: parts.partTypeId })
    .from(parts)
    .where(inArray(parts.id, [...ids]));
  return new Map(found.map(({ id, typeId }) => [id, typeId]));
}

export const findAttribute = (known: KnownAttribute[], name: string) =>
  known.find((each) => each.name.toLowerCase() === name.toLowerCase());

function toValue({ unit, kind }: KnownAttribute, { name, value, unit: given }: PartAttribute) {
  if (given !== null && given !== unit) {
    const right = unit === null ? "has no unit" : `is given in ${unit}`;
    throw invalidField("attributes", `${name} ${right}`);
  }
  if (kind === "choice") return { choice: `${value}`, number: null };
  const number = typeof value === "number" || value.trim() === "" ? value : Number(value);
  if (typeof number === "number" && Number.isFinite(number)) return { choice: null, number };
  throw invalidField("attributes", `${name} must be a number`);
}

export function listAttributes(tx: Queries, typeId: number | null): Promise<KnownAttribute[]> {
  return queryRows<KnownAttribute>(
    tx,
    sql`
    with recursive types (id, parent_id, distance) as (
      select id, parent_id, 0 from part_types where id = ${typeId} and deleted_at is null
      union all
      select t.id, t.parent_id, distance + 1 from part_types t join types on t.id = types.parent_id
      where distance < 20
    )
    select a.id, a.name, a.unit, a.kind from attributes a
    left join types on types.id = a.part_type_id
    where a.part_type_id is null or types.id is not null
    order by types.distance nulls last`,
  );
}

async function addAttribute(
  tx: Queries,
  partTypeId: number | null,
  { name, unit, value }: PartAttribute,
): Promise<KnownAttribute> {
  const kind = typeof value === "number" ? "number" : "choice";
  const [added] = await tx
    .insert(attributes)
    .values({ partTypeId, name, unit, kind })
    // Another admin may have added it just now.
    .onConflictDoUpdate({ target: [attributes.partTypeId, attributes.name], set: { name } })
    .returning();
  if (!added) throw new Error("An attribute was not added");
  return added;
}

export function findTypeNames(
  db: Queries,
  slugs: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const isNamed = and(inArray(partTypes.slug, [...slugs]), isNull(partTypes.deletedAt));
  return db.select({ id: partTypes.slug, name: partTypes.name }).from(partTypes).where(isNamed);
}
