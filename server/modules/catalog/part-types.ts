import { sql } from "drizzle-orm";
import type { PartType } from "#contract/catalog.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** `guests`: parts of other types that are listed under it besides. */
type Row = PartType & {
  id: number;
  parentId: number | null;
  guests: { part: string; own: number | null }[];
};

export async function listPartTypes(db: Queries): Promise<PartType[]> {
  const rows = await queryRows<Row>(
    db,
    sql`
    select t.id, t.parent_id as "parentId", t.slug, t.name, t.synonyms,
      t.sold_for_vehicles as "soldForVehicles", parent.slug as parent,
      (select count(*)::int from parts where part_type_id = t.id and deleted_at is null
        and not hidden) as parts,
      (select coalesce(json_agg(json_build_object('part', p.id, 'own', p.part_type_id)), '[]')
        from further_part_types f join parts p on p.id = f.part_id
        where f.part_type_id = t.id and p.deleted_at is null and not p.hidden) as guests,
      (select coalesce(json_agg(json_build_object('name', a.name, 'unit', a.unit, 'kind', a.kind,
        'facet', a.facet) order by a.id), '[]') from attributes a where a.part_type_id = t.id)
        as attributes
    from part_types t left join part_types parent on parent.id = t.parent_id
    where t.deleted_at is null order by t.name`,
  );
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const listBelow = (id: number | null): PartType[] =>
    (below.get(id) ?? []).flatMap((row) => {
      const { id, parentId: _, guests: __, ...type } = row;
      return [{ ...type, parts: countParts(row, below) }, ...listBelow(id)];
    });
  return listBelow(null);
}

function countParts(row: Row, below: ReadonlyMap<number | null, Row[]>): number {
  const inside = (type: Row): Row[] => [type, ...(below.get(type.id) ?? []).flatMap(inside)];
  const types = inside(row);
  const ids = new Set<number | null>(types.map(({ id }) => id));
  const guests = types.flatMap(({ guests }) => guests).filter(({ own }) => !ids.has(own));
  const own = types.reduce((sum, { parts }) => sum + parts, 0);
  return own + new Set(guests.map(({ part }) => part)).size;
}
