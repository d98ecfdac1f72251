import { sql } from "drizzle-orm";
import type { Part } from "#contract/catalog.ts";
import { maxJudgedParts } from "#contract/fitment.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { judgeParts } from "./judge-parts.ts";
import { findVehicle } from "./read-vehicle.ts";

type Row = Omit<Part, "description" | "price"> & { cents: number };

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
  const rows = await queryRows<Row>(
    db,
    sql`select p.id as _id, p.number, p.name, p.img, p.price_cents::float8 as cents,
      p.minimum_quantity as "minimumQuantity", p.availabl_quantity as "availablQuantity"
    from parts p
    where p.deleted_at is null and not p.hidden and p.id in (
      select a.part_id from applications a
      where a.model_id = ${modelId} and a.part_type_id = ${type.id} and a.years @> ${year}::int)
    order by lower(p.name), p.position limit ${maxJudgedParts}`,
  );
  const parts = rows.map(({ cents, ...part }) => ({ ...part, price: toDollars(cents) }));
  const ids = parts.map(({ _id }) => _id);
  return {
    ...{ vehicle: { id, make, model, year }, type: { slug: type.slug, name: type.name }, parts },
    ...(await judgeParts(db, vehicle, [], ids)),
  };
}
