import { sql } from "drizzle-orm";
import { maxJudgedParts } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { judgeParts } from "./judge-parts.ts";
import { readShownParts } from "./read-shown-parts.ts";
import type { FoundVehicle } from "./read-vehicle.ts";

const most = 6;

type Wanted = { vehicle: FoundVehicle; known: Term[]; part: string; now: Date };

/** Of the orders, which are not ours to read: by part, the pieces sold of late. */
export type CountSold = (
  db: Queries,
  parts: readonly string[],
  to: Date,
) => Promise<Map<string, number>>;

export async function findInstead(
  db: Queries,
  { vehicle, known, part, now }: Wanted,
  countSold: CountSold,
) {
  const related = await listRelated(db, part);
  const candidates = await listCandidates(db, vehicle, part, related);
  const ids = candidates.map(({ _id }) => _id);
  const { items, facts, positions } = await judgeParts(db, vehicle, known, ids);
  const verdicts = new Map(items.map((item) => [item.part, item]));
  const usable = candidates.flatMap((candidate) => {
    const item = verdicts.get(candidate._id);
    const { says } = item?.verdict ?? {};
    return item && (says === "yes" || says === "yes-if") ? [{ candidate, item }] : [];
  });
  const usableIds = usable.map(({ candidate }) => candidate._id);
  const sold = await countSold(db, usableIds, now);
  const rank = ({ candidate, item }: (typeof usable)[number]) => [
    ...[item.verdict.says !== "yes", !related.includes(candidate._id), !isOrderable(candidate)].map(
      Number,
    ),
    -(sold.get(candidate._id) ?? 0),
  ];
  const best = usable
    .map((one) => ({ ...one, rank: rank(one) }))
    .sort((a, b) => a.rank.map((of, at) => of - (b.rank[at] ?? 0)).find(Boolean) ?? 0)
    .slice(0, most);
  return {
    items: best.map(({ item }) => item),
    question: null,
    facts,
    positions,
    parts: best.map(({ candidate }) => candidate),
  };
}

async function listRelated(db: Queries, part: string): Promise<string[]> {
  const rows = await queryRows<{ part: string }>(
    db,
    sql`select new_part as part from (
      with recursive later (new_part) as (
        select new_part from supersessions where old_part = ${part}
        union select s.new_part from supersessions s join later l on s.old_part = l.new_part)
      select new_part from later) along_the_chain
      union select theirs.part_id from part_numbers own
        join part_numbers theirs on theirs.norm = own.norm and theirs.kind = 'oe'
          and theirs.brand_id is not distinct from own.brand_id
        where own.part_id = ${part} and own.kind = 'oe'`,
  );
  return rows.map(({ part }) => part);
}

function listCandidates(
  db: Queries,
  { modelId, year }: FoundVehicle,
  part: string,
  ids: readonly string[],
) {
  const related = sql`${sql.param([...ids])}::uuid[]`;
  const types = sql`(select part_type_id from parts where id = ${part}
    union select part_type_id from further_part_types where part_id = ${part})`;
  const places = sql`select position_id from applications
    where part_id = ${part} and position_id is not null`;
  return readShownParts(
    db,
    sql`and p.id <> ${part} and p.life <> 'ended' and p.id in (
      select a.part_id from applications a
      where a.model_id = ${modelId} and a.years @> ${year}::int and (a.part_id = any(${related})
        or ((a.part_type_id in ${types} or a.part_id in (select part_id from further_part_types
          where part_type_id in ${types})) and (not exists (${places})
          or a.position_id is null or a.position_id in (${places})))))
    order by p.id = any(${related}) desc, p.availabl_quantity > p.minimum_quantity desc,
      lower(p.name), p.position limit ${maxJudgedParts}`,
  );
}
