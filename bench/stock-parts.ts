import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";

/** So many pieces of each part can be ordered, from so many on. */
export async function stockParts(db: Queries, available: number, minimum: number): Promise<void> {
  await db.execute(sql`update parts set minimum_quantity = ${minimum}`);
  await db.execute(sql`
    with counted as (
      insert into inventory_movements (part_id, reason, on_hand_change, source_id)
      select part_id, 'count', ${available}::int - available, gen_random_uuid() from stock
      where available <> ${available}::int returning part_id, on_hand_change)
    update stock set on_hand = on_hand + on_hand_change from counted
    where stock.part_id = counted.part_id`);
}
