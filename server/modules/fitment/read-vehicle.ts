import { type SQL, sql } from "drizzle-orm";
import type { Vehicle, VehiclePage } from "#contract/fitment.ts";
import { refuse } from "#contract/refusals.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryPrepared, queryRows } from "#server/platform/database/query-rows.ts";
import { readFacts } from "./read-facts.ts";

const named = (alias: string) =>
  sql.raw(`json_build_object('slug', ${alias}.slug, 'name', ${alias}.name)`);

export const vehicleColumns = sql`v.id, ${named("k")} as make, ${named("m")} as model, v.year`;
export const fromVehicles = sql`from vehicles v join models m on m.id = v.model_id
  join makes k on k.id = m.make_id`;

/** By its present address, or one from before it was renamed. */
export const isMake = (slug: string | SQL) => sql`k.id = coalesce(
  (select id from makes where slug = ${slug}),
  (select make_id from former_vehicle_slugs where of_make is null and slug = ${slug}))`;
export const isModel = (
  make: string | SQL,
  slug: string | SQL,
) => sql`${isMake(make)} and m.id = coalesce(
  (select id from models x where x.make_id = k.id and x.slug = ${slug}),
  (select model_id from former_vehicle_slugs f where f.of_make = k.id and f.slug = ${slug}))`;

export const noSuchVehicle = refuse(
  "not-found",
  "We have no such vehicle. Choose it from the lists.",
);

export type FoundVehicle = Omit<VehiclePage, "facts" | "types"> & { modelId: number };

export const findVehicleById = (db: Queries, id: number) => findVehicle(db, sql`v.id = ${id}`);

type Named = { make: string; model: string; year: string };

export const findNamedVehicle = (db: Queries, { make, model, year }: Named) =>
  findVehicle(db, sql`${isModel(make, model)} and v.year = ${Number(year)}`);

export async function findVehicle(db: Queries, is: SQL): Promise<FoundVehicle | undefined> {
  const day = (end: SQL) => sql`to_char(${end}, 'YYYYMMDD')::int`;
  const [row] = await queryPrepared<
    Vehicle & {
      modelId: number;
      from: number | null;
      to: number | null;
      combinations: VehiclePage["combinations"];
    }
  >(
    db,
    sql`select ${vehicleColumns}, m.id as "modelId",
      ${day(sql`lower(v.built)`)} as from, ${day(sql`upper(v.built) - 1`)} as to,
      coalesce((select json_agg(c.facts order by c.id) from vehicle_combinations c
        where c.vehicle_id = v.id), '[]') as combinations
    ${fromVehicles} where ${is}`,
  );
  if (!row) return undefined;
  const { from, to, ...vehicle } = row;
  const span = { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
  return { ...vehicle, built: from === null && to === null ? null : span };
}

export async function findVehiclePage(db: Queries, named: Named): Promise<VehiclePage | undefined> {
  const found = await findNamedVehicle(db, named);
  if (!found) return undefined;
  const { modelId: _, ...vehicle } = found;
  const stated = Map.groupBy(
    vehicle.combinations.flatMap((combination) => Object.entries(combination)),
    ([key]) => key,
  );
  const terms = [...stated].map(([fact, all]) => ({ fact, any: all.map(([, value]) => value) }));
  const types = await queryRows<VehiclePage["types"][number]>(
    db,
    sql`select t.slug, t.name, c.parts from vehicle_part_types c
    join part_types t on t.id = c.part_type_id and t.deleted_at is null where c.vehicle_id = ${vehicle.id}
    order by lower(t.name)`,
  );
  return { ...vehicle, facts: await readFacts(db, terms), types };
}
