import { sql } from "drizzle-orm";
import type { PartType } from "#contract/catalog.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

type Row = PartType & { id: number; parentId: number | null };

export async function listPartTypes(db: Queries): Promise<PartType[]> {
  const rows = await queryRows<Row>(
    db,
    sql`
    select t.id, t.parent_id as "parentId", t.slug, t.name, t.synonyms,
      t.sold_for_vehicles as "soldForVehicles", parent.slug as parent,
      (select count(*)::int from parts where part_type_id = t.id and deleted_at is null
        and not hidden) as parts,
      (select coalesce(json_agg(json_build_object('name', a.name, 'unit', a.unit, 'kind', a.kind,
        'facet', a.facet) order by a.id), '[]') from attributes a where a.part_type_id = t.id)
        as attributes
    from part_types t left join part_types parent on parent.id = t.parent_id
    where t.deleted_at is null order by t.name`,
  );
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  return listBelow(null, below);
}

function listBelow(id: number | null, below: Map<number | null, Row[]>): PartType[] {
  return (below.get(id) ?? []).flatMap(({ id, parentId: _, ...type }) => {
    const rest = listBelow(id, below);
    const own = rest.filter(({ parent }) => parent === type.slug);
    const parts = own.reduce((sum, each) => sum + each.parts, type.parts);
    return [{ ...type, parts }, ...rest];
  });
}
