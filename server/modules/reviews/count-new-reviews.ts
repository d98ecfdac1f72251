import { sql } from "drizzle-orm";
import { mostCounted } from "#contract/overview.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { reviewReports, reviews } from "./tables.ts";

export async function countNewReviews(db: Queries, since: Date): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select created_at from reviews
      order by position desc limit ${mostCounted}) newest
      where created_at >= ${since.toISOString()}`,
  );
  return row?.count ?? 0;
}

/** Reported since they were last looked at, or not shown before that. */
export async function countReviewsToCheck(db: Queries): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (
      select id from ${reviews} where waiting
      union select review_id from ${reviewReports} limit ${mostCounted}) found`,
  );
  return row?.count ?? 0;
}
