import { isNotNull, sql } from "drizzle-orm";
import { baskets } from "#server/modules/baskets/tables.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { timeAgo } from "./time.ts";

/** The time of every link to a basket is over. */
export async function endShares(db: Database): Promise<void> {
  await db
    .update(baskets)
    .set({ shareUntil: timeAgo({ days: 1 }) })
    .where(isNotNull(baskets.shareUntil));
}

/** As if nobody had touched any basket for so many days more. */
export async function ageBaskets(db: Database, days: number): Promise<void> {
  await db.update(baskets).set({ touchedAt: sql`touched_at - make_interval(days => ${days})` });
}
