import { sql } from "drizzle-orm";
import { mostCounted } from "#contract/overview.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export async function countExpiring(db: Queries, from: Date, to: Date): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select distinct order_id from reservations
      where state = 'held' and expires_at >= ${from.toISOString()}
        and expires_at < ${to.toISOString()} limit ${mostCounted}) found`,
  );
  return row?.count ?? 0;
}
