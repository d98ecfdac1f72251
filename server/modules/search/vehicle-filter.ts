import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** Parts with applications for it; whether they fit goes by what is known of the car. */
export const isListedFor = (vehicle: string): SQL => sql`p.id in (
  select a.part_id from vehicles v
  join applications a on a.model_id = v.model_id and a.years @> v.year::int
  where v.id = ${Number(vehicle)})`;

export async function findVehicleName(
  db: Queries,
  vehicle: string | undefined,
): Promise<string | null> {
  if (vehicle === undefined) return null;
  const [row] = await queryRows<{ name: string }>(
    db,
    sql`select v.year || ' ' || k.name || ' ' || m.name as name
    from vehicles v join models m on m.id = v.model_id join makes k on k.id = m.make_id
    where v.id = ${Number(vehicle)}`,
  );
  return row?.name ?? null;
}
