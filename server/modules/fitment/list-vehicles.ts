import { sql } from "drizzle-orm";
import type { Vehicle } from "#contract/fitment.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { fromVehicles, isMake, isModel, vehicleColumns } from "./read-vehicle.ts";

type Named = { slug: string; name: string };

export const listMakes = (db: Queries) =>
  queryRows<Named>(db, sql`select slug, name from makes order by lower(name)`);

async function findMake(db: Queries, slug: string): Promise<Named | undefined> {
  const [make] = await queryRows<Named>(
    db,
    sql`select slug, name from makes k where ${isMake(slug)}`,
  );
  return make;
}

export async function findModels(db: Queries, slug: string) {
  const make = await findMake(db, slug);
  if (!make) return undefined;
  const models = await queryRows<Named & { from: number; to: number }>(
    db,
    sql`select m.slug, m.name, min(v.year) as from, max(v.year) as to
    ${fromVehicles} where ${isMake(slug)} group by m.id order by lower(m.name)`,
  );
  return { ...make, models };
}

export async function findYears(db: Queries, { make, model }: { make: string; model: string }) {
  const vehicles = await queryRows<Vehicle>(
    db,
    sql`select ${vehicleColumns} ${fromVehicles}
    where ${isModel(make, model)} order by v.year desc`,
  );
  const [first] = vehicles;
  return first && { ...first.model, make: first.make, vehicles };
}
