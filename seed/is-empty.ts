import { sql } from "drizzle-orm";
import type { Queries } from "#server/database/connect.ts";

/** Whether nobody has begun to use this shop yet. */
export async function isEmpty(db: Queries): Promise<boolean> {
  const [row] = await db.execute<{ empty: boolean }>(
    sql`select not exists (select from parts) and not exists (select from users) as empty`,
  );
  return row?.empty ?? false;
}
