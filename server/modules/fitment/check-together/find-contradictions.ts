import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { most, toConfirm, type Written } from "./lines-of-import.ts";

const sameCars = sql`a.model_id = b.model_id and a.position = b.position
  and a.conditions = b.conditions and a.label = b.label and a.years && b.years`;
const isChanged = sql`a.line is not null and a.result <> 'same'`;

export async function findContradictions(db: Queries): Promise<LineFinding[]> {
  const numbers = await queryRows<Written & { other: number | null }>(
    db,
    sql`select a.line, a.part, min(b.line) as other from checked_lines a
    join checked_lines b on b.part_id = a.part_id and b.line is distinct from a.line
      and ${sameCars} and b.quantity is distinct from a.quantity
    where ${isChanged} group by a.line, a.part order by a.line limit ${most}`,
  );
  const rivals = await queryRows<Written & { other: string }>(
    db,
    sql`select a.line, a.part, min(b.part) as other from checked_lines a
    join checked_lines b on b.part_id <> a.part_id and b.part_type_id = a.part_type_id
      and ${sameCars}
    where ${isChanged} group by a.line, a.part order by a.line limit ${most}`,
  );
  const holes = await queryRows<Written & { from: number; to: number }>(
    db,
    // A hole is named at the line after it, or, if that is not in the file, at the one before.
    sql`with ordered as (
      select line, part, result, years, lag(line) over around as line_before,
        lag(result) over around as result_before,
        max(upper(years)) over (around rows between unbounded preceding and 1 preceding) as covered
      from checked_lines
      window around as (partition by part_id, model_id, position, conditions, label
        order by lower(years), line))
    select coalesce(line, line_before) as line, part, covered as from, lower(years) - 1 as to
    from ordered
    where covered < lower(years) and coalesce(line, line_before) is not null
      and case when line is null then result_before else result end <> 'same'
    order by 1 limit ${most}`,
  );
  return [
    ...numbers.map(({ line, part, other }) => ({
      line,
      part,
      grade: "line" as const,
      what: `${other === null ? "A line of the part that stays" : `Line ${other}`} says another number of pieces for some of these cars`,
      todo: "Keep the one that is right",
    })),
    ...rivals.map((found) =>
      toConfirm(
        found,
        `${found.other} is for the same cars and the same position, and no label tells them apart`,
        "Confirm it if both fit, or write what tells them apart",
      ),
    ),
    ...holes.map((found) =>
      toConfirm(
        found,
        `${describeYears(found)} left out between this line and another one of the part`,
        "Confirm it if no car of these years fits",
      ),
    ),
  ];
}

const describeYears = ({ from, to }: { from: number; to: number }) =>
  from === to ? `${from} is` : `${from} to ${to} are`;
