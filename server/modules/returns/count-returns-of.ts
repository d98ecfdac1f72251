import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { firstIdAt } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export async function countReturnsOf(
  db: Queries,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queryRows<{ id: string; returns: number }>(
    db,
    sql`select o.user_id as id, count(*)::int as returns
      from orders o join returns r on r.order_id = o.id
      where o.user_id = any(${sql.param(userIds)}::uuid[]) group by o.user_id`,
  );
  return new Map(rows.map(({ id, returns }) => [id, returns]));
}

type Span = { from: Date; to: Date };

/** Ids begin with the time, so the primary key answers this. */
export async function countAskedReturns(db: Queries, spans: readonly Span[]): Promise<number[]> {
  const from = sql.param(spans.map((span) => firstIdAt(span.from)));
  const to = sql.param(spans.map((span) => firstIdAt(span.to)));
  const rows = await queryRows<{ count: number }>(
    db,
    sql`select (select count(*)::int from returns where id >= span.first and id < span.next) as count
      from unnest(${from}::uuid[], ${to}::uuid[]) with ordinality span (first, next, place)
      order by place`,
  );
  return rows.map(({ count }) => count);
}
