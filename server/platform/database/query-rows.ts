import type { SQL } from "drizzle-orm";
import type { Queries } from "./connect.ts";

/** For hand-written SQL. Timestamps and bigints come as text. */
export async function queryRows<Row = Record<string, unknown>>(
  db: Pick<Queries, "execute">,
  query: SQL,
): Promise<Row[]> {
  const { rows } = await db.execute(query);
  return rows as Row[];
}
