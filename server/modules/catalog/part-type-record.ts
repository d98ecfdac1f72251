import { sql } from "drizzle-orm";
import type { PartTypeRecord } from "#contract/part-types.ts";
import { refuse } from "#contract/refusals.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { deriveId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export const noSuchType = refuse(
  "not-found",
  "There is no such part type. It may have been renamed or deleted.",
);

/** The tree has numbers, the audit log has ids. */
export const typeAuditId = (id: number): string => deriveId("part-type", id);

export type StoredType = { id: number; record: PartTypeRecord };

export async function findTypeRecord(
  db: Queries,
  by: { slug: string } | { id: number },
): Promise<StoredType | undefined> {
  const [row] = await queryRows<Omit<PartTypeRecord, "_id"> & { id: number }>(
    db,
    sql`
    select t.id, t.slug, t.name, t.synonyms, t.sold_for_vehicles as "soldForVehicles", t.version,
      (select slug from part_types where id = t.parent_id) as parent,
      (select count(*)::int from parts where part_type_id = t.id and deleted_at is null)
        + (select count(*)::int from further_part_types f join parts p on p.id = f.part_id
          where f.part_type_id = t.id and p.part_type_id is distinct from t.id
            and p.deleted_at is null) as parts,
      (select count(*)::int from part_types where parent_id = t.id and deleted_at is null) as below,
      (select coalesce(json_agg(each order by each._id), '[]') from (
        select a.id as _id, a.name, a.unit, a.kind, a.facet,
          (select count(*)::int from part_attributes v where v.attribute_id = a.id) as parts
        from attributes a where a.part_type_id = t.id) each) as attributes
    from part_types t where t.deleted_at is null and ${"id" in by ? sql`t.id = ${by.id}` : isCalled(by.slug)}`,
  );
  if (!row) return undefined;
  const { id, ...record } = row;
  return { id, record: { _id: typeAuditId(id), ...record } };
}

const isCalled = (slug: string) => sql`(t.slug = ${slug}
  or t.id = (select part_type_id from part_type_slugs where slug = ${slug}))`;
