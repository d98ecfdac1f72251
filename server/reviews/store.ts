import { asc, desc, eq } from "drizzle-orm";
import type { NewReview, Review } from "#contract/reviews.ts";
import type { Queries } from "#server/database/connect.ts";
import { newId } from "#server/database/new-id.ts";
import { reviews } from "#server/database/schema.ts";

/** Oldest first; of the newest, the last so many in that order. */
export async function listReviews(db: Queries, newest?: number): Promise<Review[]> {
  if (newest) {
    const rows = await db.select().from(reviews).orderBy(desc(reviews.position)).limit(newest);
    return rows.reverse().map(present);
  }
  return (await db.select().from(reviews).orderBy(asc(reviews.position))).map(present);
}

export async function hasReview(db: Queries, id: string): Promise<boolean> {
  const rows = await db.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, id));
  return rows.length > 0;
}

/** Under an id that it may have already: then it is there already. */
export async function addReview(db: Queries, review: typeof reviews.$inferInsert): Promise<void> {
  await db.insert(reviews).values(review).onConflictDoNothing({ target: reviews.id });
}

export async function addReviews(db: Queries, added: NewReview[]): Promise<void> {
  await db.insert(reviews).values(added.map((review) => ({ id: newId(), ...review })));
}

function present({ id, name, ratting, img, description }: typeof reviews.$inferSelect): Review {
  return { _id: id, name, ratting, img, description };
}
