import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { most, type Written } from "./lines-of-import.ts";

type Change = Written & { gained: number; lost: number; baskets: number; cars: number };

export async function findConsequences(db: Queries, importId: string): Promise<LineFinding[]> {
  const changes = await queryRows<Change>(
    db,
    sql`with changed as materialized (
      select i.line, i.part_id, m.id as model_id, i.result,
        int4range((cells->>'year_from')::int, (cells->>'year_to')::int, '[]') as years
      from import_lines i cross join lateral (select coalesce(i.after, i.before)) of (cells)
      join makes k on k.name = cells->>'make'
      join models m on m.make_id = k.id and m.name = cells->>'model'
      where i.import_id = ${importId} and i.result in ('new', 'removed')
        and i.part_id is not null),
    covered as (
      select c.part_id, v.id as vehicle_id, 0 as was,
        case c.result when 'new' then 1 else -1 end as more
      from changed c join vehicles v on v.model_id = c.model_id and c.years @> v.year::int
      union all
      select a.part_id, v.id, 1, 0
      from (select distinct part_id, model_id from changed) c
      join applications a on a.part_id = c.part_id and a.model_id = c.model_id
      join vehicles v on v.model_id = a.model_id and a.years @> v.year::int),
    moved as materialized (
      select part_id, vehicle_id, sum(was) = 0 as is_gained
      from covered group by part_id, vehicle_id
      having (sum(was) > 0) <> (sum(was + more) > 0)),
    summed as (
      select part_id, count(*) filter (where is_gained) as gained,
        count(*) filter (where not is_gained) as lost
      from moved group by part_id),
    waiting as (
      select l.part_id, count(*) as baskets from basket_lines l
      where l.part_id in (select part_id from summed) group by l.part_id),
    kept as (
      select m.part_id, count(*) as cars
      from moved m join garage_cars g on g.vehicle_id = m.vehicle_id group by m.part_id)
    select f.line, p.number as part, s.gained::int, s.lost::int,
      coalesce(w.baskets, 0)::int as baskets, coalesce(k.cars, 0)::int as cars
    from summed s join (select part_id, min(line) as line from changed group by part_id) f
      using (part_id)
    join parts p on p.id = s.part_id
    left join waiting w using (part_id) left join kept k using (part_id)
    order by f.line limit ${most}`,
  );
  return changes.flatMap((change) => {
    const { line, part, gained, lost, baskets, cars } = change;
    const inform = (what: string, todo: string) => ({
      line,
      part,
      grade: "info" as const,
      what,
      todo,
    });
    const moves = [gained && `gains ${years(gained)}`, lost && `loses ${years(lost)}`];
    const places = [count(baskets, "basket"), count(cars, "car of a garage", "cars of garages")];
    return [
      inform(`${part} ${moves.filter(Boolean).join(" and ")}`, "Compare it with what you expect"),
      ...(baskets + cars > 0
        ? [inform(`It concerns ${places.filter(Boolean).join(" and ")}`, "They see it at once")]
        : []),
    ];
  });
}

const count = (many: number, one: string, more = `${one}s`) =>
  many === 0 ? "" : `${many.toLocaleString("en-US")} ${many === 1 ? one : more}`;
const years = (many: number) => count(many, "model year");
