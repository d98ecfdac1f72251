import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { most, toConfirm, type Written } from "./lines-of-import.ts";

export async function findLackingSuccessors(db: Queries): Promise<LineFinding[]> {
  const rows = await queryRows<Written & { successor: string }>(
    db,
    sql`with recursive later (old_part, part_id) as (
      select s.old_part, s.new_part from supersessions s
      where s.old_part in (select part_id from checked_lines where result = 'new')
      union
      select l.old_part, s.new_part from later l join parts p on p.id = l.part_id
      join supersessions s on s.old_part = l.part_id
      where p.deleted_at is not null or p.life in ('superseded', 'ended')),
    successors as materialized (
      select l.old_part, p.id, p.number from later l join parts p on p.id = l.part_id
      where p.deleted_at is null and (p.life in ('announced', 'active')
        or not exists (select from supersessions s where s.old_part = p.id)))
    select l.line, l.part, min(n.number) as successor
    from checked_lines l join successors n on n.old_part = l.part_id
    where l.result = 'new' and not exists (
      select from successors x where x.old_part = l.part_id and (
        exists (select from applications a where a.part_id = x.id
          and a.model_id = l.model_id and a.years && l.years)
        or exists (select from checked_lines c where c.part_id = x.id
          and c.model_id = l.model_id and c.years && l.years)))
    group by l.line, l.part order by l.line limit ${most}`,
  );
  return rows.map((found) =>
    toConfirm(
      found,
      `${found.successor} replaces this part, and has no line for these cars`,
      `Add the line to ${found.successor} too, or confirm it if that does not fit`,
    ),
  );
}
