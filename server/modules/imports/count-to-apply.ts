import { and, count, eq, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { imports } from "./tables.ts";

/** Of those that could not be read, or would change nothing, none waits. */
const wouldChange = sql`(${imports.counts} ->> 'file')::integer = 0
  and (${imports.counts} ->> 'new')::integer + (${imports.counts} ->> 'changed')::integer
    + coalesce((${imports.counts} ->> 'removed')::integer, 0) > 0`;

export async function countToApply(db: Queries): Promise<number> {
  const rows = await db
    .select({ count: count() })
    .from(imports)
    .where(and(eq(imports.state, "checked"), wouldChange));
  return rows[0]?.count ?? 0;
}
