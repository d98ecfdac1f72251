import { sql } from "drizzle-orm";
import { maxJudgedParts } from "#contract/fitment.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { readApplications, statedTerms } from "./judge-parts.ts";
import { readFacts } from "./read-facts.ts";
import { readShownParts } from "./read-shown-parts.ts";
import { findVehicle, isModel } from "./read-vehicle.ts";

type Given = { make: string; model: string; year: string; type: string };

export async function listVehicleApplications(db: Queries, given: Given) {
  const vehicle = await findVehicle(
    db,
    sql`${isModel(given.make, given.model)} and v.year = ${Number(given.year)}`,
  );
  if (!vehicle) return undefined;
  const parts = await readShownParts(
    db,
    sql`and p.id in (
      select a.part_id from applications a join part_types t on t.id = a.part_type_id
      where a.model_id = ${vehicle.modelId} and a.years @> ${vehicle.year}::int
        and t.slug = ${given.type}
      union select a.part_id from part_types t
        join further_part_types f on f.part_type_id = t.id join applications a using (part_id)
        where t.slug = ${given.type} and a.model_id = ${vehicle.modelId}
          and a.years @> ${vehicle.year}::int)
    order by lower(p.name), p.position limit ${maxJudgedParts}`,
  );
  const applications = await readApplications(
    db,
    vehicle,
    parts.map(({ _id }) => _id),
  );
  const terms = applications.flatMap((row) => row.applications.flatMap((one) => one.terms));
  const facts = await readFacts(db, [...terms, ...statedTerms(vehicle, terms)]);
  const positions = await queryRows<{ id: number; name: string }>(
    db,
    sql`select id, name from positions order by id`,
  );
  const { modelId: _, ...car } = vehicle;
  return { vehicle: car, parts, applications, facts, positions };
}
