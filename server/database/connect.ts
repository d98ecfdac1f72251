import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import * as schema from "./schema.ts";

export type Database = PostgresJsDatabase<typeof schema>;
/** What a store needs: the database itself, or a transaction on it. */
export type Queries = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">;
export type { Sql };
export type Connection = { db: Database; sql: Sql; close(): Promise<void> };

export function connect(url: string, options: { most?: number } = {}): Connection {
  const sql = postgres(url, {
    max: options.most ?? 10,
    connect_timeout: 10,
    // Seconds until the next try: the driver's own grows to 20, long after PostgreSQL is back.
    backoff: () => 0.1 + Math.random() / 10,
    // Nothing that the shop asks takes long; whatever does must not hold up the rest.
    connection: { application_name: "shop", statement_timeout: 30_000, lock_timeout: 10_000 },
    fetch_types: false,
    onnotice: () => {},
  });
  return { db: drizzle(sql, { schema }), sql, close: () => sql.end({ timeout: 5 }) };
}
