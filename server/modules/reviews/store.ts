import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { NewReview, Review } from "#contract/reviews.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { reviews } from "./tables.ts";

export async function listReviews(
  db: Queries,
  filterPicture: PictureFilter,
  newest?: number,
): Promise<Review[]> {
  const query = db
    .select()
    .from(reviews)
    .where(and(isNull(reviews.partId), isNull(reviews.hiddenAt)));
  const rows = newest
    ? (await query.orderBy(desc(reviews.position)).limit(newest)).reverse()
    : await query.orderBy(asc(reviews.position));
  return rows.map((row) => toReview(row, filterPicture));
}

export async function rateShop(db: Queries): Promise<{ count: number; average: number | null }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      average: sql<number | null>`round(avg(${reviews.ratting}), 1)::float8`,
    })
    .from(reviews)
    .where(and(isNull(reviews.partId), isNull(reviews.hiddenAt)));
  return row ?? { count: 0, average: null };
}

export async function hasReview(db: Queries, id: string): Promise<boolean> {
  const rows = await db.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, id));
  return rows.length > 0;
}

type NewRow = Omit<typeof reviews.$inferInsert, "hiddenAt"> & { hiddenAt?: SQL | null };

export async function addReview(db: Queries, review: NewRow): Promise<void> {
  await db.insert(reviews).values(review).onConflictDoNothing({ target: reviews.id });
}

export async function addReviews(db: Queries, added: NewReview[]): Promise<void> {
  await db.insert(reviews).values(added.map((review) => ({ id: newId(), ...review })));
  await storeEvents(db, [{ name: "reviews.added", about: "*", tags: ["reviews"] }]);
}

export type ReviewRow = typeof reviews.$inferSelect;

export function toReview(
  { id, name, ratting, img, description, boughtHere, answer, createdAt }: ReviewRow,
  filterPicture: PictureFilter,
): Review {
  return {
    _id: id,
    name,
    ratting,
    img: filterPicture(img),
    description,
    boughtHere,
    at: createdAt.toISOString(),
    ...(answer !== null && { answer }),
  };
}
