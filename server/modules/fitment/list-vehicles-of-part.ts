import { sql } from "drizzle-orm";
import type { Term } from "#contract/rules/fit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { readFacts } from "./read-facts.ts";

type Named = { slug: string; name: string };
type Line = {
  make: Named;
  model: Named;
  from: number;
  to: number;
  terms: Term[];
  position: string | null;
  quantity: number | null;
  remark: string;
};

/** Held lines are not shown: nobody is told that the part fits by them. */
export async function listVehiclesOfPart(db: Queries, partId: string) {
  const lines = await queryRows<Line>(
    db,
    sql`select json_build_object('slug', k.slug, 'name', k.name) as make,
      json_build_object('slug', m.slug, 'name', m.name) as model,
      lower(a.years) as from, upper(a.years) - 1 as to, c.terms, p.name as position, a.quantity,
      a.remark
    from applications a
    join models m on m.id = a.model_id join makes k on k.id = m.make_id
    join fit_conditions c on c.id = a.condition_id left join positions p on p.id = a.position_id
    where a.part_id = ${partId} and a.held_because is null
    order by lower(k.name), lower(m.name), lower(a.years), a.id`,
  );
  const [said] = await queryRows<{ universal: boolean; listsAllVehicles: boolean }>(
    db,
    sql`select universal, lists_all_vehicles as "listsAllVehicles"
    from fit_declarations where part_id = ${partId}`,
  );
  return {
    universal: said?.universal ?? false,
    listsAllVehicles: said?.listsAllVehicles ?? false,
    lines,
    facts: await readFacts(
      db,
      lines.flatMap(({ terms }) => terms),
    ),
  };
}
