import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql, type TransactionSql } from "postgres";

export type Database = PostgresJsDatabase;
/** What a store needs: the database itself, or a transaction on it. */
export type Queries = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">;
export type { Sql, TransactionSql };
export type Connection = { db: Database; sql: Sql; close(): Promise<void> };

export function connect(url: string, options: { most?: number } = {}): Connection {
  const sql = postgres(url, {
    max: options.most ?? 10,
    connect_timeout: 10,
    // Seconds until the next try: the driver's own grows to 20, long after PostgreSQL is back.
    backoff: () => 0.1 + Math.random() / 10,
    // Nothing that the shop asks takes long; whatever does must not hold up the rest.
    connection: {
      application_name: "shop",
      statement_timeout: 30_000,
      lock_timeout: 10_000,
      // A machine that vanished in the middle of a transaction must not keep its locks for hours.
      idle_in_transaction_session_timeout: 15_000,
      client_connection_check_interval: 5_000,
      tcp_keepalives_idle: 30,
    },
    fetch_types: false,
    onnotice: () => {},
  });
  return { db: drizzle(sql), sql, close: () => sql.end({ timeout: 5 }) };
}

/**
 * A connection that is nobody else's, for a lock that lasts. Not the driver's `reserve`: where that
 * must open a connection first it never answers, and the pool has one less (porsager/postgres#1219).
 */
export function alone(pool: Sql): Sql {
  return postgres({ ...pool.options, max: 1 } as unknown as postgres.Options<
    Record<string, never>
  >);
}
