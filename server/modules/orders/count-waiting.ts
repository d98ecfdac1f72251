import { type SQL, sql } from "drizzle-orm";
import { mostCounted } from "#contract/overview.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { isToShip } from "./is-to-ship.ts";
import { orders } from "./tables.ts";

export const countToShip = (db: Queries) => countSome(db, isToShip);
export const countUnpaid = (db: Queries) =>
  countSome(db, sql`${orders.state} = 'unpaid' and ${orders.paymentState} <> 'account'`);

async function countSome(db: Queries, condition: SQL): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count
      from (select from ${orders} where ${condition} limit ${mostCounted}) found`,
  );
  return row?.count ?? 0;
}
