import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Ids } from "#server/platform/database/is-in.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import { withShelfParts } from "./shelf-parts.ts";

export type HoldCounts = {
  personOrders: number;
  personPieces: number;
  networkOrders: number;
  hasLapsed: boolean;
  duePieces: number;
};

type Input = { userId: string; network: string; partIds: Ids };

/** Without locks: of orders that are placed at once, a few more may hold. */
export async function countHolds(
  db: Queries,
  { userId, network, partIds }: Input,
): Promise<HoldCounts> {
  const isOfParts = sql`part_id = any((select ids from shelf)::uuid[])`;
  const [counts] = await queryPrepared<HoldCounts>(
    db,
    sql`
    with shelf as materialized (select ${withShelfParts(partIds)} as ids)
    select own.orders as "personOrders", own.pieces as "personPieces",
      (select count(distinct order_id)::int from reservations
        where network = ${network} and state = 'held') as "networkOrders",
      exists (select from inventory_movements where by_user = ${userId} and reason = 'expire'
        and ${isOfParts} and created_at > now() - interval '24 hours') as "hasLapsed",
      (select coalesce(sum(quantity), 0)::int from reservations where ${isOfParts}
        and state = 'held' and expires_at <= clock_timestamp()) as "duePieces"
    from (select count(distinct order_id)::int as orders, coalesce(sum(quantity), 0)::int as pieces
      from reservations where user_id = ${userId} and state = 'held') own`,
  );
  if (!counts) throw new Error("Could not count the holds");
  return counts;
}
