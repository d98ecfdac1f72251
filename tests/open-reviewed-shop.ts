import { expect } from "vitest";
import type { NewReview } from "#contract/reviews.ts";
import { aReview } from "#seed/builders.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { type OpenShop, openShop } from "./open-shop.ts";

/** Oldest first; opened once its home page shows them. */
export async function openReviewedShop(reviews: Partial<NewReview>[]): Promise<OpenShop> {
  const shop = await openShop();
  await addReviews(shop.shop.db, reviews.map(aReview));
  const areShown = async () => (await (await shop.request("/")).text()).includes("data-star");
  await expect.poll(areShown).toBe(true);
  return shop;
}

export function numberedReviews(count: number): Partial<NewReview>[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Writer ${index + 1}`,
    description: `Review ${index + 1} of many`,
  }));
}
