import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Queries } from "./connect.ts";

/** For hand-written SQL. Timestamps and bigints come as text. */
export async function queryRows<Row = Record<string, unknown>>(
  db: Pick<Queries, "execute">,
  query: SQL,
): Promise<Row[]> {
  const { rows } = await db.execute(query);
  return rows as Row[];
}

const dialect = new PgDialect();
const names = new Map<string, string>();

/** The same for a statement that is sent often, always with the same text: each connection plans it once. */
export async function queryPrepared<Row = Record<string, unknown>>(
  db: Pick<Queries, "_">,
  query: SQL,
): Promise<Row[]> {
  const built = dialect.sqlToQuery(query);
  const name = names.getOrInsertComputed(built.sql, () => `prepared_${names.size + 1}`);
  const statement = db._.session.prepareQuery(built, undefined, name, false);
  // Other statements are sent a microtask later as well: they must keep their order.
  await undefined;
  const { rows } = (await statement.execute()) as { rows: Row[] };
  return rows;
}
