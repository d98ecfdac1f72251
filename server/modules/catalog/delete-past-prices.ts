import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";

/** Shown is the lowest price of 30 days. */
export async function deletePastPrices(db: Queries): Promise<void> {
  await db.execute(sql`delete from past_prices where until < shop_now() - interval '31 days'`);
}
