import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { linesOf, most, toConfirm, type Written } from "./lines-of-import.ts";

/** Two quantities, two parts, or years left out, for the same cars and conditions. */
export async function findContradictions(db: Queries, importId: string): Promise<LineFinding[]> {
  const lines = linesOf(importId);
  const sameCars = sql`a.model_id = b.model_id and a.position = b.position
    and a.conditions = b.conditions and a.label = b.label and a.years && b.years`;
  const numbers = await queryRows<Written & { other: number }>(
    db,
    sql`with ${lines}
    select a.line, a.part, min(b.line) as other from lines a
    join lines b on b.part_id = a.part_id and b.line <> a.line and ${sameCars}
      and b.quantity is distinct from a.quantity
    where a.result <> 'same'
    group by a.line, a.part order by a.line limit ${most}`,
  );
  const rivals = await queryRows<Written & { other: string }>(
    db,
    sql`with ${lines}
    select a.line, a.part, min(b.part) as other from lines a
    join lines b on b.part_id <> a.part_id and b.part_type_id = a.part_type_id and ${sameCars}
    where a.result <> 'same'
    group by a.line, a.part order by a.line limit ${most}`,
  );
  const holes = await queryRows<Written & { from: number; to: number }>(
    db,
    sql`with ${lines}, ordered as (
      select line, part, result, years, max(upper(years)) over (
        partition by part_id, model_id, position, conditions, label
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
        `${describeYears(found)} left out between this line and an earlier one`,
        "Confirm it if no car of these years fits",
      ),
    ),
  ];
}

const describeYears = ({ from, to }: { from: number; to: number }) =>
  from === to ? `${from} is` : `${from} to ${to} are`;
