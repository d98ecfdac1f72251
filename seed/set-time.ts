import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";

/** Of what is stored from now on: by this transaction, or by the whole session. */
export async function setTime(
  db: Queries,
  time: Date,
  until: "transaction ends" | "session ends",
): Promise<void> {
  const isLocal = until === "transaction ends";
  await db.execute(sql`select set_config('shop.now', ${time.toISOString()}, ${isLocal})`);
}
