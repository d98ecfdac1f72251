import { sql } from "drizzle-orm";
import { maxJudgedParts } from "#contract/fitment.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { judgeParts } from "./judge-parts.ts";
import { readShownParts } from "./read-shown-parts.ts";
import { findVehicle } from "./read-vehicle.ts";

/** With the verdict on each while nothing else is known of the car. */
export async function listPartsForVehicle(
  db: Queries,
  given: { make: string; model: string; year: string; type: string },
) {
  const vehicle = await findVehicle(
    db,
    sql`k.slug = ${given.make} and m.slug = ${given.model} and v.year = ${Number(given.year)}`,
  );
  const [type] = await queryRows<{ id: number; slug: string; name: string }>(
    db,
    sql`select id, slug, name from part_types where slug = ${given.type} and deleted_at is null`,
  );
  if (!vehicle || !type) return undefined;
  const { modelId, id, make, model, year } = vehicle;
  const parts = await readShownParts(
    db,
    sql`and p.id in (
      select a.part_id from applications a
      where a.model_id = ${modelId} and a.part_type_id = ${type.id} and a.years @> ${year}::int)
    order by lower(p.name), p.position limit ${maxJudgedParts}`,
  );
  const ids = parts.map(({ _id }) => _id);
  return {
    ...{ vehicle: { id, make, model, year }, type: { slug: type.slug, name: type.name }, parts },
    ...(await judgeParts(db, vehicle, [], ids)),
  };
}
