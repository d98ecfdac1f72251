import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export async function findCircles(db: Queries, importId: string): Promise<LineFinding[]> {
  const rows = await queryRows<{ line: number; part: string }>(
    db,
    sql`
    with recursive file as materialized (
      select i.line, i.part, i.part_id as old_part, n.part_id as new_part
      from import_lines i
      join part_numbers n on n.kind = 'own' and n.norm = part_number_norm(i.after->>'replaced_by')
      where i.import_id = ${importId} and i.result in ('new', 'changed', 'same')
    ), removed as materialized (
      select i.part_id as old_part, n.part_id as new_part, (i.before->>'choice')::int as choice
      from import_lines i
      join part_numbers n on n.kind = 'own' and n.norm = part_number_norm(i.before->>'replaced_by')
      where i.import_id = ${importId} and i.result = 'removed'
    ), edges as materialized (
      select old_part, new_part from file
      union select old_part, new_part from supersessions s where not exists (select from removed r
        where (r.old_part, r.new_part, r.choice) = (s.old_part, s.new_part, s.choice))
    ), reached (line, part_id) as (
      select line, new_part from file
      union select r.line, e.new_part from reached r join edges e on e.old_part = r.part_id
    )
    select f.line, f.part from file f join reached r on r.line = f.line and r.part_id = f.old_part
    order by f.line`,
  );
  return rows.map(({ line, part }) => ({
    line,
    part,
    grade: "line" as const,
    what: `In the end ${part} would replace itself`,
    todo: "Delete the line that closes the circle",
  }));
}
