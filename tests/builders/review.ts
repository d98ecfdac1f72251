import { eq } from "drizzle-orm";
import { reviews, settledReports } from "#server/modules/reviews/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
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

/** As if it had been written in a shop that looks first. */
export const waitAgain = (db: Queries, id: string) =>
  db.update(reviews).set({ waiting: true, hiddenAt: new Date() }).where(eq(reviews.id, id));

export const redateSettledReports = (db: Queries, settledAt: Date) =>
  db.update(settledReports).set({ settledAt });
