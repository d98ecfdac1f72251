import { sql } from "drizzle-orm";
import type { Vehicle } from "#contract/fitment.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { vehicleColumns } from "./read-vehicle.ts";
import { missedVehicles } from "./tables.ts";

/** Of one person or address a day. */
const limit = { action: "cars without parts", most: 50, seconds: 86_400 };

/** For the owner, without saying who looked. */
export async function noteMissedVehicle(
  db: Queries,
  vehicleId: number,
  caller: Pick<Caller, "person" | "address">,
): Promise<void> {
  if (!(await consumeCallerLimit(db, limit, caller))) return;
  await db
    .insert(missedVehicles)
    .values({ day: sql`shop_now()::date`, vehicleId })
    .onConflictDoUpdate({
      target: [missedVehicles.day, missedVehicles.vehicleId],
      set: { count: sql`${missedVehicles.count} + 1` },
    });
}

export function listMissedVehicles(
  db: Queries,
  limit: number,
): Promise<(Vehicle & { count: number })[]> {
  return queryRows(
    db,
    sql`select ${vehicleColumns}, asked.count
      from (select vehicle_id, sum(count)::int as count from missed_vehicles
        group by vehicle_id order by count desc, vehicle_id limit ${limit}) asked
      join vehicles v on v.id = asked.vehicle_id join models m on m.id = v.model_id
      join makes k on k.id = m.make_id order by asked.count desc, v.id`,
  );
}

const keptDays = 90;

export async function deleteOldMissedVehicles(db: Queries): Promise<void> {
  await db
    .delete(missedVehicles)
    .where(sql`${missedVehicles.day} < shop_now()::date - ${keptDays}::int`);
}
