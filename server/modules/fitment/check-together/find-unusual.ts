import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { most, toConfirm, type Written } from "./lines-of-import.ts";

/** Fewer say nothing about what is usual. */
const least = 50;
const unusualPercent = 3;

type Quantity = Written & { type: string; quantity: string; times: number; of: number };
type Place = Written & { type: string; position: string; of: number };

export async function findUnusual(db: Queries): Promise<LineFinding[]> {
  const quantities = await queryRows<Quantity>(
    db,
    sql`with counted as materialized (
      select part_type_id, position, quantity, sum(times) as times from (
        select a.part_type_id, coalesce(lower(o.name), '') as position,
          a.quantity::text as quantity, count(*) as times
        from applications a left join positions o on o.id = a.position_id
        where a.part_type_id in (select part_type_id from checked_lines) and a.quantity is not null
        group by 1, 2, 3
        union all
        select part_type_id, position, quantity, count(*) from checked_lines
        where result = 'new' and quantity is not null group by 1, 2, 3) counts
      group by 1, 2, 3),
    compared as (
      select *, sum(times) over (partition by part_type_id, position) as of from counted)
    select l.line, l.part, l.type, l.quantity, c.times::int as times, c.of::int as of
    from checked_lines l join compared c on c.part_type_id = l.part_type_id and c.position = l.position
      and c.quantity = l.quantity
    where l.line is not null and l.result <> 'same' and c.of >= ${least} and c.times * 100 < c.of * ${unusualPercent}
    order by l.line limit ${most}`,
  );
  const places = await queryRows<Place>(
    db,
    sql`with counted as materialized (
      select a.part_type_id, coalesce(lower(o.name), '') as position, count(*) as times
      from applications a left join positions o on o.id = a.position_id
      where a.part_type_id in (select part_type_id from checked_lines) group by 1, 2)
    select l.line, l.part, l.type, l.position, c.of::int as of
    from checked_lines l join (
      select part_type_id, sum(times) as of from counted group by 1) c using (part_type_id)
    where l.line is not null and l.result <> 'same' and l.position <> '' and c.of >= ${least} and not exists (
      select from counted k where k.part_type_id = l.part_type_id and k.position = l.position)
    order by l.line limit ${most}`,
  );
  return [
    ...quantities.map((found) =>
      toConfirm(
        found,
        `${found.quantity} pieces are unusual for ${found.type} at this position: ${found.times} of ${found.of} lines say so`,
        "Confirm it if a car needs so many",
      ),
    ),
    ...places.map((found) =>
      toConfirm(
        found,
        `None of ${found.of} lines of ${found.type} has the position “${found.position}”`,
        "Confirm it if the position is right",
      ),
    ),
  ];
}
