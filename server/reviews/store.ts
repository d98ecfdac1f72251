import { asc } from "drizzle-orm";
import type { NewReview, Review } from "#contract/reviews.ts";
import type { Queries } from "#server/database/connect.ts";
import { newId } from "#server/database/new-id.ts";
import { reviews } from "#server/database/schema.ts";

export async function listReviews(db: Queries): Promise<Review[]> {
  const rows = await db.select().from(reviews).orderBy(asc(reviews.position));
  return rows.map(({ id, name, ratting, img, description }) => ({
    _id: id,
    name,
    ratting,
    img,
    description,
  }));
}

export async function addReviews(db: Queries, added: NewReview[]): Promise<void> {
  await db.insert(reviews).values(added.map((review) => ({ id: newId(), ...review })));
}
