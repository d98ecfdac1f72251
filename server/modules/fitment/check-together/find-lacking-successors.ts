import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { most, toConfirm, type Written } from "./lines-of-import.ts";

/** Lines of a part that was replaced, for cars that its successor does not have. */
export async function findLackingSuccessors(db: Queries): Promise<LineFinding[]> {
  const rows = await queryRows<Written & { successor: string }>(
    db,
    sql`select l.line, l.part, min(n.number) as successor from checked_lines l
    join supersessions s on s.old_part = l.part_id
    join parts n on n.id = s.new_part and n.deleted_at is null
    where l.result = 'new'
      and not exists (select from checked_lines x where x.part_id = n.id
        and x.model_id = l.model_id and x.years && l.years)
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
