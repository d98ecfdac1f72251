import { sql } from "drizzle-orm";
import { mostCounted, newReviewDays } from "#contract/overview.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { reviewReports, reviews } from "./tables.ts";

/** Not looked at yet; those that wait to be shown are counted as such. */
export const isNew = sql`(${reviews.lookedAt} is null and not ${reviews.waiting}
  and ${reviews.createdAt} >= shop_now() - make_interval(days => ${newReviewDays}))`;

export async function countNewReviews(db: Queries): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select * from ${reviews}
      order by position desc limit ${mostCounted}) ${reviews} where ${isNew}`,
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
