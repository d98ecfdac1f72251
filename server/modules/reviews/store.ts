import { asc, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { NewReview, Review, ReviewEntry } from "#contract/reviews.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { reviews } from "./tables.ts";

export async function listReviews(
  db: Queries,
  filterPicture: PictureFilter,
  newest?: number,
): Promise<Review[]> {
  const query = db.select().from(reviews).where(isNull(reviews.partId));
  const rows = newest
    ? (await query.orderBy(desc(reviews.position)).limit(newest)).reverse()
    : await query.orderBy(asc(reviews.position));
  return rows.map((row) => toReview(row, filterPicture));
}

const reviewedPart = sql<ReviewEntry["part"]>`(select json_build_object('_id', p.id,
  'number', p.number, 'name', p.name) from parts p where p.id = ${reviews.partId})`;

type Page = { limit?: number | undefined; after?: string | undefined };

/** All, newest first. */
export async function listReviewEntries(
  db: Queries,
  filterPicture: PictureFilter,
  { limit, after }: Page,
): Promise<ReviewEntry[]> {
  const query = db
    .select({ review: reviews, account: users.email, part: reviewedPart })
    .from(reviews)
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(
      after
        ? lt(reviews.position, sql`(select position from reviews where id = ${after})`)
        : undefined,
    )
    .orderBy(desc(reviews.position));
  const rows = await (limit ? query.limit(limit) : query);
  return rows.map(({ review, account, part }) => ({
    ...toReview(review, filterPicture),
    at: review.createdAt.toISOString(),
    account,
    picture: filterPicture(review.picture),
    part,
  }));
}

export async function hasReview(db: Queries, id: string): Promise<boolean> {
  const rows = await db.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, id));
  return rows.length > 0;
}

export async function addReview(db: Queries, review: typeof reviews.$inferInsert): Promise<void> {
  await db.insert(reviews).values(review).onConflictDoNothing({ target: reviews.id });
}

export async function addReviews(db: Queries, added: NewReview[]): Promise<void> {
  await db.insert(reviews).values(added.map((review) => ({ id: newId(), ...review })));
}

export type ReviewRow = typeof reviews.$inferSelect;

export function toReview(
  { id, name, ratting, img, description, boughtHere }: ReviewRow,
  filterPicture: PictureFilter,
): Review {
  return { _id: id, name, ratting, img: filterPicture(img), description, boughtHere };
}
