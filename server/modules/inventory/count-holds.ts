import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Ids } from "#server/platform/database/is-in.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import { addressPrefixes, widestPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import type { HoldBounds, HoldCounts } from "./choose-hold.ts";
import { withShelfParts } from "./shelf-parts.ts";

/** Where a hold was asked from: an address or /64, and the widest around it, a /24 or /48. */
export type Networks = { network: string; wideNetwork: string };

export function networksOf(address: string): Networks {
  const [narrowest] = addressPrefixes(address);
  return { network: narrowest?.prefix ?? "unknown", wideNetwork: widestPrefix(address) };
}

export type Holder = {
  userId: string | null;
  networks: Networks;
  partIds: Ids;
  /** That of an order which is there already. */
  own?: { orderId: string; lineIds: readonly string[] };
};

/** Until the end of the transaction nobody else is counted for the same person or network, so the bounds hold exactly. The caller has locked the stock. */
export async function countHolds(
  tx: Queries,
  holder: Holder,
  bounds: HoldBounds,
): Promise<HoldCounts> {
  const [, counts] = await pipeline(lockHolder(tx, holder, bounds), readCounts(tx, holder));
  return counts;
}

/** A bound that is out of reach needs no lock: all orders of a network would wait for each other. */
const outOfReach = 10_000;

function lockHolder(
  tx: Queries,
  { userId, networks: { network, wideNetwork } }: Holder,
  { ordersEach, ordersPerNetwork, ordersPerWideNetwork, factor }: HoldBounds,
): Promise<unknown> {
  const keys = [
    [userId, ordersEach],
    [network, ordersPerNetwork],
    [wideNetwork, ordersPerWideNetwork],
  ] as const;
  const counted = keys.flatMap(([key, orders]) =>
    key !== null && orders * factor < outOfReach ? [key] : [],
  );
  return queryPrepared(
    tx,
    sql`
    select pg_advisory_xact_lock(hashtextextended('holds of ' || key, 0))
    from unnest(${sql.param(counted)}::text[]) with ordinality as given (key, at)`,
  );
}

async function readCounts(
  tx: Queries,
  { userId, networks: { network, wideNetwork }, partIds, own }: Holder,
): Promise<HoldCounts> {
  const isOfParts = sql`part_id = any((select ids from shelf)::uuid[])`;
  const held = sql`json_build_object('orders', count(distinct order_id),
    'pieces', coalesce(sum(quantity), 0))
    from reservations where state = 'held' and order_id is distinct from ${own?.orderId ?? null}::uuid`;
  const [counts] = await queryPrepared<HoldCounts>(
    tx,
    sql`
    with shelf as materialized (select ${withShelfParts(partIds)} as ids)
    select (select ${held} and user_id = ${userId}::uuid) as person,
      (select ${held} and network = ${network}) as network,
      (select ${held} and wide_network = ${wideNetwork}) as "wideNetwork",
      exists (select from inventory_movements where by_user = ${userId}::uuid and reason = 'expire'
        and ${isOfParts} and created_at > now() - interval '24 hours'
        and order_line_id <> all (${sql.param(own?.lineIds ?? [])}::uuid[])) as "hasLapsed",
      (select coalesce(sum(quantity), 0)::int from reservations where ${isOfParts}
        and state = 'held' and expires_at <= clock_timestamp()) as "duePieces"`,
  );
  if (!counts) throw new Error("Could not count the holds");
  return counts;
}
