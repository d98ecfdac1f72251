import { sql } from "drizzle-orm";
import { maxJudgedParts } from "#contract/fitment.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { judgeParts } from "./judge-parts.ts";
import { readShownParts } from "./read-shown-parts.ts";
import { findNamedVehicle } from "./read-vehicle.ts";

/** So many that nearly always the page is the whole list, which is grouped by what fits. */
const pageSize = maxJudgedParts;

export async function listPartsForVehicle(
  db: Queries,
  given: { make: string; model: string; year: string; type: string },
  after: string | undefined,
) {
  const vehicle = await findNamedVehicle(db, given);
  const [type] = await queryRows<{ id: number; slug: string; name: string }>(
    db,
    sql`select id, slug, name from part_types where slug = ${given.type} and deleted_at is null`,
  );
  if (!vehicle || !type) return undefined;
  const { modelId, id, make, model, year } = vehicle;
  const order = sql`lower(p.name), p.position`;
  const follows = after
    ? sql`and (${order}) > (select ${order} from parts p where p.id = ${after})`
    : sql``;
  const found = await readShownParts(
    db,
    sql`and p.id in (
      select a.part_id from applications a
      where a.model_id = ${modelId} and a.part_type_id = ${type.id} and a.years @> ${year}::int
      union select a.part_id from further_part_types f join applications a using (part_id)
      where f.part_type_id = ${type.id} and a.model_id = ${modelId} and a.years @> ${year}::int)
    ${follows} order by ${order} limit ${pageSize + 1}`,
  );
  const parts = found.slice(0, pageSize);
  const ids = parts.map(({ _id }) => _id);
  const alike = await queryRows<{ ids: string[] }>(
    db,
    sql`select distinct array_agg(distinct a.part_id order by a.part_id) as ids from applications a
    where a.model_id = ${modelId} and a.years @> ${year}::int
      and a.part_id = any(${sql.param(ids)}::uuid[])
    group by a.position_id, a.label having count(distinct a.part_id) > 1`,
  );
  return {
    alike: alike.map(({ ids }) => ids),
    next: found.length > pageSize ? (parts.at(-1)?._id ?? null) : null,
    vehicle: { id, make, model, year },
    type: { slug: type.slug, name: type.name },
    parts,
    ...(await judgeParts(db, vehicle, [], ids)),
  };
}
