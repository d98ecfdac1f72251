import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export type HoldCounts = {
  personOrders: number;
  personPieces: number;
  networkOrders: number;
  hasLapsed: boolean;
  duePieces: number;
};

type Input = { userId: string; network: string; partIds: readonly string[] };

/** Without locks: of orders that are placed at once, a few more may hold. */
export async function countHolds(
  db: Queries,
  { userId, network, partIds }: Input,
): Promise<HoldCounts> {
  const parts = sql`${sql.param(partIds)}::uuid[]`;
  const [counts] = await queryRows<HoldCounts>(
    db,
    sql`
    select own.orders as "personOrders", own.pieces as "personPieces",
      (select count(distinct order_id)::int from reservations
        where network = ${network} and state = 'held') as "networkOrders",
      exists (select from inventory_movements where by_user = ${userId} and reason = 'expire'
        and part_id = any(${parts}) and created_at > now() - interval '24 hours') as "hasLapsed",
      (select coalesce(sum(quantity), 0)::int from reservations where part_id = any(${parts})
        and state = 'held' and expires_at <= clock_timestamp()) as "duePieces"
    from (select count(distinct order_id)::int as orders, coalesce(sum(quantity), 0)::int as pieces
      from reservations where user_id = ${userId} and state = 'held') own`,
  );
  if (!counts) throw new Error("Could not count the holds");
  return counts;
}
