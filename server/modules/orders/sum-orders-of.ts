import { sql } from "drizzle-orm";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

type Sum = { orders: number; spent: number };

export async function sumOrdersOf(
  db: Queries,
  userIds: readonly string[],
): Promise<Map<string, Sum>> {
  const rows = await queryRows<{ id: string; orders: number; cents: string }>(
    db,
    sql`
    select user_id as id, count(*)::int as orders,
      coalesce(sum(total_cents - refunded_cents) filter (where paid_at is not null), 0) as cents
    from orders where user_id = any(${sql.param(userIds)}::uuid[]) group by user_id`,
  );
  return new Map(
    rows.map(({ id, orders, cents }) => [id, { orders, spent: toDollars(Number(cents)) }]),
  );
}
