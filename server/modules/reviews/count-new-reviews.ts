import { sql } from "drizzle-orm";
import { mostCounted } from "#contract/overview.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export async function countNewReviews(db: Queries, since: Date): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select created_at from reviews
      order by position desc limit ${mostCounted}) newest
      where created_at >= ${since.toISOString()}`,
  );
  return row?.count ?? 0;
}
