import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

const maxFindings = 5_000;

type Claim = { line: number; part: string; number: string; other: string; type: string };

export async function findNumbersOfOtherTypes(
  db: Queries,
  importId: string,
): Promise<LineFinding[]> {
  const rows = await queryRows<Claim>(
    db,
    sql`with lines as materialized (
      select i.line, i.part_id, i.part, p.part_type_id, i.after->>'number' as number,
        part_number_norm(i.after->>'number') as norm, b.id as brand_id
      from import_lines i join parts p on p.id = i.part_id
      left join brands b on lower(b.name) = lower(i.after->>'brand')
      where i.import_id = ${importId} and i.result = 'new' and i.after->>'kind' = 'oe'
        and p.part_type_id is not null),
    claims as (
      select l.line, l.part, l.number, o.number as other, o.part_type_id
      from lines l join part_numbers n on n.norm = l.norm and n.kind = 'oe'
        and n.brand_id = l.brand_id
      join parts o on o.id = n.part_id and o.deleted_at is null
      where o.part_type_id <> l.part_type_id
      union all
      select l.line, l.part, l.number, o.part, o.part_type_id
      from lines l join lines o on o.norm = l.norm and o.part_type_id <> l.part_type_id
        and o.brand_id is not distinct from l.brand_id)
    select distinct on (c.line) c.line, c.part, c.number, c.other, t.name as type
    from claims c join part_types t on t.id = c.part_type_id
    order by c.line, c.other limit ${maxFindings}`,
  );
  return rows.map(({ line, part, number, other, type }) => ({
    line,
    part,
    grade: "confirm" as const,
    what: `${number} is also a number of ${other}, which is of another type (${type})`,
    todo: "Check which of them it belongs to, or confirm both",
  }));
}
