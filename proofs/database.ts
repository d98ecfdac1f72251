// The shop's database, past the shop: to look at it, to wait for it, or to hurt it.
import { Pool } from "pg";

export type Database = {
  url: string;
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export function openDatabase(url: string): Database {
  const pool = new Pool({ connectionString: url, max: 2 });
  // An idle connection that a proof or the end of PostgreSQL breaks is replaced by the next query.
  pool.on("error", () => {});
  let closing: Promise<void> | undefined;
  return {
    url,
    query: async (text, values) => (await pool.query(text, values)).rows,
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

/** People may do again what they did too often: a proof does more than a person. */
export async function clearLimits(database: Pick<Database, "query">): Promise<void> {
  await database.query("delete from limits");
}
