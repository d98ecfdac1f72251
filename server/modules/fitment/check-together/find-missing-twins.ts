import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { most, toConfirm, type Written } from "./lines-of-import.ts";

type Missing = Written & { type: string; position: string; twin: string };

export async function findMissingTwins(db: Queries): Promise<LineFinding[]> {
  const rows = await queryRows<Missing>(
    db,
    sql`with wanted as materialized (
      select part_type_id, type, model_id, position, twin, min(line) as line,
        (array_agg(part order by line))[1] as part, range_agg(years) as years
      from checked_lines cross join lateral (values
        (regexp_replace(position, '\\mfront\\M', 'rear')),
        (regexp_replace(position, '\\mleft\\M', 'right')),
        (regexp_replace(position, '\\mright\\M', 'left'))) turned (twin)
      where twin <> position and line is not null and result <> 'same'
      group by part_type_id, type, model_id, position, twin),
    used as materialized (
      select part_type_id, position from checked_lines
      union
      select a.part_type_id, lower(o.name)
      from applications a join positions o on o.id = a.position_id
      where a.part_type_id in (select part_type_id from wanted))
    select w.line, w.part, w.type, w.position, w.twin
    from wanted w join used u on u.part_type_id = w.part_type_id and u.position = w.twin
    where not exists (select from checked_lines x where x.part_type_id = w.part_type_id
        and x.model_id = w.model_id and x.position = w.twin and x.years && w.years)
    order by w.line limit ${most}`,
  );
  return rows.map((found) =>
    toConfirm(
      found,
      `${found.type} have “${found.position}” for this model, but none has “${found.twin}”`,
      "Confirm it if there is none, or add the missing lines",
    ),
  );
}
