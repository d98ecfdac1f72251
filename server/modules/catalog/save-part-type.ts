import { and, eq, inArray, sql } from "drizzle-orm";
import type { PartTypeEdit, PartTypeRecord, TypeAttribute } from "#contract/part-types.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { invalidField } from "#server/platform/http/refusal-error.ts";
import { attributes, partTypeSlugs, partTypes } from "./tables.ts";

/** One writer at a time, so that two moves cannot close a circle together. */
export const lockTypes = (tx: Queries) => tx.execute(sql`select pg_advisory_xact_lock(7215012)`);

export async function refuseTakenSlug(tx: Queries, slug: string, id?: number): Promise<void> {
  const problem = await takenSlugProblem(tx, slug, id);
  if (problem) throw invalidField("slug", problem);
}

export async function takenSlugProblem(
  tx: Queries,
  slug: string,
  id?: number,
): Promise<string | undefined> {
  const [taken] = await queryRows<{ name: string; isPresent: boolean }>(
    tx,
    sql`
    select t.name, t.slug = ${slug} as "isPresent" from part_types t
    left join part_type_slugs old on old.part_type_id = t.id and old.slug = ${slug}
    where (t.slug = ${slug} or old.slug is not null) and t.id <> ${id ?? 0}
      and t.deleted_at is null limit 1`,
  );
  if (!taken) return undefined;
  const how = taken.isPresent ? "is the address of" : "still leads to";
  return `“${slug}” ${how} ${taken.name}`;
}

export async function findParentId(
  tx: Queries,
  parent: string | null,
  id?: number,
): Promise<number | null> {
  if (parent === null) return null;
  const [found] = await queryRows<{ id: number; isBelow: boolean }>(
    tx,
    sql`
    with recursive below (id) as (
      select ${id ?? 0}::int union select t.id from part_types t join below on t.parent_id = below.id
    )
    select id, id in (select id from below) as "isBelow" from part_types
    where slug = ${parent} and deleted_at is null`,
  );
  if (!found) throw invalidField("parent", `There is no part type “${parent}”`);
  if (found.isBelow) throw invalidField("parent", "A type cannot belong to itself or one below it");
  return found.id;
}

export async function writeType(
  tx: Queries,
  { id, record: before }: { id: number; record: PartTypeRecord },
  edit: PartTypeEdit,
): Promise<void> {
  const { name, slug, synonyms, soldForVehicles, parent } = edit;
  const parentId = parent === undefined ? undefined : await findParentId(tx, parent, id);
  if (slug !== undefined && slug !== before.slug) {
    await refuseTakenSlug(tx, slug, id);
    await tx.delete(partTypeSlugs).where(eq(partTypeSlugs.slug, slug));
    // A deleted type may have had it.
    await tx
      .insert(partTypeSlugs)
      .values({ slug: before.slug, partTypeId: id })
      .onConflictDoUpdate({ target: partTypeSlugs.slug, set: { partTypeId: id } });
  }
  await tx
    .update(partTypes)
    .set({ name, slug, parentId, soldForVehicles, version: sql`${partTypes.version} + 1` })
    .where(eq(partTypes.id, id));
  if (synonyms) {
    const distinct = [...new Map(synonyms.map((word) => [word.toLowerCase(), word])).values()];
    await tx.update(partTypes).set({ synonyms: distinct }).where(eq(partTypes.id, id));
  }
  if (edit.attributes) await writeAttributes(tx, id, before.attributes, edit.attributes);
}

type Known = PartTypeRecord["attributes"][number];

async function writeAttributes(
  tx: Queries,
  typeId: number,
  before: readonly Known[],
  given: readonly TypeAttribute[],
): Promise<void> {
  refuseTwice(given);
  const knownById = new Map(before.map((known) => [known._id, known]));
  const kept = given.filter(({ _id }) => _id !== undefined && knownById.has(_id));
  const keptIds = new Set(kept.map(({ _id }) => _id));
  const gone = before.filter(({ _id }) => !keptIds.has(_id));
  const used = gone.find(({ parts }) => parts > 0);
  if (used) {
    throw invalidField("attributes", `${countProducts(used)} a value of ${used.name}, so it stays`);
  }
  const changed = kept.find(({ _id, kind }) => {
    const known = knownById.get(_id ?? 0);
    return known && known.parts > 0 && known.kind !== kind;
  });
  if (changed) {
    throw invalidField("attributes", `Products have values of ${changed.name}, so its kind stays`);
  }
  const ids = gone.map(({ _id }) => _id);
  const ofType = eq(attributes.partTypeId, typeId);
  if (ids.length > 0) await tx.delete(attributes).where(and(ofType, inArray(attributes.id, ids)));
  // Names may change places.
  await tx
    .update(attributes)
    .set({ name: sql`'renamed ' || ${attributes.id}` })
    .where(ofType);
  for (const { _id, ...row } of kept) {
    await tx
      .update(attributes)
      .set(row)
      .where(eq(attributes.id, _id ?? 0));
  }
  const added = given.filter((attribute) => !kept.includes(attribute));
  const rows = added.map(({ _id: _, ...row }) => ({ ...row, partTypeId: typeId }));
  if (rows.length > 0) await tx.insert(attributes).values(rows);
}

const countProducts = ({ parts }: Known) =>
  parts === 1 ? "1 product has" : `${parts} products have`;

function refuseTwice(given: readonly TypeAttribute[]): void {
  const seen = new Set<string>();
  for (const { name } of given) {
    const key = name.toLowerCase();
    if (seen.has(key)) throw invalidField("attributes", `“${name}” is there twice`);
    seen.add(key);
  }
}
