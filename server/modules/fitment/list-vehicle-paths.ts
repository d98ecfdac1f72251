import { sql } from "drizzle-orm";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Read } from "#server/platform/database/replica-reads.ts";
import { blockSize } from "#server/platform/pages/sitemap.ts";
import { fromVehicles } from "./read-vehicle.ts";

export async function listVehiclePaths(read: Read): Promise<string[]> {
  const rows = await read((db) =>
    queryRows<{ path: string }>(
      db,
      sql`with known as (
        select k.slug as make, m.slug as model, v.year ${fromVehicles}
        where exists (select from vehicle_part_types c where c.vehicle_id = v.id))
      select distinct '/fit/' || concat_ws('/', make, model, year) as path from known
      group by grouping sets ((make), (make, model), (make, model, year))
      order by path limit ${blockSize}`,
    ),
  );
  return rows.map(({ path }) => path);
}
