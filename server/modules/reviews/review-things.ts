import { inArray } from "drizzle-orm";
import type { ThingSource } from "#server/platform/things/things.ts";
import { reviews } from "./tables.ts";

export const reviewThings: ThingSource = {
  async name(db, ids) {
    const rows = await db
      .select({ id: reviews.id, name: reviews.name, ratting: reviews.ratting })
      .from(reviews)
      .where(inArray(reviews.id, [...ids]));
    return new Map(
      rows.map(({ id, name, ratting }) => [
        id,
        { name: `the review by ${name} (${ratting} of 5 stars)`, key: id },
      ]),
    );
  },
};
