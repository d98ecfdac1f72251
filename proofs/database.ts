// The shop's database, past the shop: to look at it, to wait for it, or to hurt it.
import { Pool } from "pg";

export type Database = {
  url: string;
  /** With a name, it is planned once for each connection. */
  query<Row = Record<string, unknown>>(
    text: string,
    values?: unknown[],
    name?: string,
  ): Promise<Row[]>;
  close(): Promise<void>;
};

export function openDatabase(url: string): Database {
  // Other workers of PostgreSQL take longer to start than what a proof looks at takes.
  const options = "-c max_parallel_workers_per_gather=0";
  const pool = new Pool({ connectionString: url, max: 2, options });
  // An idle connection that a proof or the end of PostgreSQL breaks is replaced by the next query.
  pool.on("error", () => {});
  let closing: Promise<void> | undefined;
  return {
    url,
    query: async (text, values = [], name = "") => (await pool.query({ text, values, name })).rows,
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

/** Of which it issues documents: at the next look for due jobs, instead of each five seconds. */
export async function lookForPayments(database: Pick<Database, "query">): Promise<void> {
  await database.query(
    `update jobs set run_at = now()
     where kind = 'follow-payments' and lease is null and run_at > now()`,
  );
}
