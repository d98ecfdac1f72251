import { sql } from "drizzle-orm";
import { maxJudgedParts } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { judgeParts } from "./judge-parts.ts";
import { readShownParts } from "./read-shown-parts.ts";
import type { FoundVehicle } from "./read-vehicle.ts";

const most = 6;

export async function findInstead(db: Queries, vehicle: FoundVehicle, known: Term[], part: string) {
  const candidates = await listCandidates(db, vehicle, part);
  const ids = candidates.map(({ _id }) => _id);
  const { items, facts, positions } = await judgeParts(db, vehicle, known, ids);
  const those = (says: string) => items.filter(({ verdict }) => verdict.says === says);
  const best = [...those("yes"), ...those("yes-if")].slice(0, most);
  return {
    ...{ items: best, question: null, facts, positions },
    parts: best.flatMap(({ part }) => candidates.find(({ _id }) => _id === part) ?? []),
  };
}

/** Related ones first, then what can be ordered. */
function listCandidates(db: Queries, { modelId, year }: FoundVehicle, part: string) {
  const related = sql`select new_part from (
    with recursive later (new_part) as (
      select new_part from supersessions where old_part = ${part}
      union select s.new_part from supersessions s join later l on s.old_part = l.new_part)
    select new_part from later) along_the_chain
    union select theirs.part_id from part_numbers own
      join part_numbers theirs on theirs.norm = own.norm and theirs.kind = 'oe'
      where own.part_id = ${part} and own.kind = 'oe'`;
  const types = sql`(select part_type_id from parts where id = ${part}
    union select part_type_id from further_part_types where part_id = ${part})`;
  const places = sql`select position_id from applications
    where part_id = ${part} and position_id is not null`;
  return readShownParts(
    db,
    sql`and p.id <> ${part} and p.life <> 'ended' and p.id in (
      select a.part_id from applications a
      where a.model_id = ${modelId} and a.years @> ${year}::int and (a.part_id in (${related})
        or ((a.part_type_id in ${types} or a.part_id in (select part_id from further_part_types
          where part_type_id in ${types})) and (not exists (${places})
          or a.position_id is null or a.position_id in (${places})))))
    order by p.id in (${related}) desc, p.availabl_quantity > p.minimum_quantity desc,
      lower(p.name), p.position limit ${maxJudgedParts}`,
  );
}
