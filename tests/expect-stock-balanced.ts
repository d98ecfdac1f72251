import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** Every number in stock is explained by movements and reservations. */
export async function expectStockBalanced(db: Queries): Promise<void> {
  const wrong = await queryRows(
    db,
    sql`select s.*, moved, held from stock s
      cross join lateral (select coalesce(sum(on_hand_change), 0) as on_hand,
        coalesce(sum(reserved_change), 0) as reserved from inventory_movements m
        where m.part_id = s.part_id) moved
      cross join lateral (select coalesce(sum(quantity), 0) as reserved from reservations r
        where r.part_id = s.part_id) held
      where (s.on_hand, s.reserved, s.reserved) is distinct from
        (moved.on_hand, moved.reserved, held.reserved)`,
  );
  expect(wrong).toEqual([]);
}
