import { count, eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { imports } from "./tables.ts";

export async function countToApply(db: Queries): Promise<number> {
  const rows = await db
    .select({ count: count() })
    .from(imports)
    .where(eq(imports.state, "checked"));
  return rows[0]?.count ?? 0;
}
