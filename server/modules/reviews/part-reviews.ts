import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { PartReview, PartReviews } from "#contract/reviews.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { toReview } from "./store.ts";
import { reviews } from "./tables.ts";

const pageSize = 20;

export async function listPartReviews(
  db: Queries,
  filterPicture: PictureFilter,
  part: string,
  after: string | undefined,
): Promise<PartReviews> {
  const [{ count, average } = { count: 0, average: null }] = await queryRows<
    Pick<PartReviews, "count" | "average">
  >(
    db,
    sql`
    select count(*)::int as count, round(avg(ratting), 1)::float8 as average
    from reviews where part_id = ${part} and hidden_at is null`,
  );
  const rows = await db
    .select()
    .from(reviews)
    .where(
      and(
        eq(reviews.partId, part),
        isNull(reviews.hiddenAt),
        after
          ? lt(reviews.position, sql`(select position from reviews where id = ${after})`)
          : undefined,
      ),
    )
    .orderBy(desc(reviews.position))
    .limit(pageSize + 1);
  const items = rows.slice(0, pageSize).map((row) => toPartReview(row, filterPicture));
  const next = rows.length > pageSize ? (items.at(-1)?._id ?? null) : null;
  return { part, count, average, items, next };
}

export async function findOwnReview(
  db: Queries,
  filterPicture: PictureFilter,
  userId: string,
  partId: string,
): Promise<PartReview | null> {
  const [row] = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.partId, partId)));
  return row ? toPartReview(row, filterPicture) : null;
}

function toPartReview(row: typeof reviews.$inferSelect, filterPicture: PictureFilter): PartReview {
  return { ...toReview(row, filterPicture), picture: filterPicture(row.picture) };
}
