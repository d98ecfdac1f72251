import { eq } from "drizzle-orm";
import { reviews } from "#server/modules/reviews/tables.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { OpenShop } from "../open-shop.ts";
import { storeChange } from "./event.ts";

/** Behind the shop's back: those signed so. */
export async function removeReviews({ shop }: Pick<OpenShop, "shop">, name: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await tx.delete(reviews).where(eq(reviews.name, name));
    await storeChange(tx, "reviews");
  });
}
