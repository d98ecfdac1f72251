import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** Of each kind; more are the same mistake again. */
const most = 5_000;

/** What lines of one file say against each other. */
export async function checkTogether(db: Queries, importId: string): Promise<LineFinding[]> {
  const lines = sql`lines as materialized (
    select i.line, i.part_id, i.part, i.result, p.part_type_id, lower(after->>'make') || ' ' || lower(after->>'model') as model,
      int4range((after->>'year_from')::int, (after->>'year_to')::int, '[]') as years,
      lower(after->>'position') as position, lower(after->>'conditions') as conditions,
      after->>'label' as label, after->>'quantity' as quantity
    from import_lines i join parts p on p.id = i.part_id
    where i.import_id = ${importId} and i.result <> 'refused')`;
  const sameCars = sql`a.model = b.model and a.position = b.position
    and a.conditions = b.conditions and a.label = b.label and a.years && b.years`;
  const numbers = await queryRows<{ line: number; part: string; other: number }>(
    db,
    sql`with ${lines}
    select a.line, a.part, min(b.line) as other from lines a
    join lines b on b.part_id = a.part_id and b.line <> a.line and ${sameCars}
      and b.quantity is distinct from a.quantity
    where a.result <> 'same'
    group by a.line, a.part order by a.line limit ${most}`,
  );
  const rivals = await queryRows<{ line: number; part: string; other: string }>(
    db,
    sql`with ${lines}
    select a.line, a.part, min(b.part) as other from lines a
    join lines b on b.part_id <> a.part_id and b.part_type_id = a.part_type_id and ${sameCars}
    where a.result <> 'same'
    group by a.line, a.part order by a.line limit ${most}`,
  );
  const holes = await queryRows<{ line: number; part: string; from: number; to: number }>(
    db,
    sql`with ${lines}, ordered as (
      select line, part, result, years, max(upper(years)) over (
        partition by part_id, model, position, conditions, label
        order by lower(years), line rows between unbounded preceding and 1 preceding) as covered
      from lines)
    select line, part, covered as from, lower(years) - 1 as to from ordered
    where covered < lower(years) and result <> 'same' order by line limit ${most}`,
  );
  return [
    ...numbers.map(({ line, part, other }) => ({
      ...{ line, part, grade: "line" as const },
      what: `Line ${other} says another number of pieces for some of these cars`,
      todo: "Keep the one that is right",
    })),
    ...rivals.map(({ line, part, other }) => ({
      ...{ line, part, grade: "confirm" as const },
      what: `${other} is for the same cars and the same position, and no label tells them apart`,
      todo: "Confirm it if both fit, or write what tells them apart",
    })),
    ...holes.map(({ line, part, from, to }) => ({
      ...{ line, part, grade: "confirm" as const },
      what: `${from === to ? `${from} is` : `${from} to ${to} are`} left out between this line and an earlier one`,
      todo: "Confirm it if no car of these years fits",
    })),
  ];
}
