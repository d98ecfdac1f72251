import { eq } from "drizzle-orm";
import { reviews } from "#server/modules/reviews/tables.ts";
import type { OpenShop } from "../open-shop.ts";

/** Behind the shop's back: those signed so. */
export async function removeReviews({ shop }: Pick<OpenShop, "shop">, name: string): Promise<void> {
  await shop.db.delete(reviews).where(eq(reviews.name, name));
}
