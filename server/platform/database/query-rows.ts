import type { SQL } from "drizzle-orm";
import type { Queries } from "./connect.ts";

/** The rows of a query that is written by hand. Times and large numbers come as text. */
export async function queryRows<Row = Record<string, unknown>>(
  db: Pick<Queries, "execute">,
  query: SQL,
): Promise<Row[]> {
  const { rows } = await db.execute(query);
  return rows as Row[];
}
