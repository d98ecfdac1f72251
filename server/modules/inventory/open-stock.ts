import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";

type NewStock = { partId: string; onHand: number };

export async function openStock(
  tx: Queries,
  rows: readonly NewStock[],
  byUser: string | null = null,
): Promise<void> {
  await tx.execute(sql`
    with opened as (
      insert into stock (part_id, on_hand)
      select * from unnest(${sql.param(rows.map(({ partId }) => partId))}::uuid[],
        ${sql.param(rows.map(({ onHand }) => onHand))}::int[])
      returning part_id, on_hand
    )
    insert into inventory_movements (part_id, reason, on_hand_change, source_id, by_user)
    select part_id, 'opening', on_hand, part_id, ${byUser}::uuid from opened`);
}
