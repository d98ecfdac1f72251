// The only file that imports the PostgreSQL driver.
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { withTimeout } from "#server/platform/processes/with-timeout.ts";
import { prepareFor } from "./query-rows.ts";
import { timeouts } from "./timeouts.ts";

export type DatabaseError = pg.DatabaseError;
export type Database = Omit<NodePgDatabase, "transaction"> & { $client: pg.Pool };
export type PooledClient = pg.PoolClient;
export type Queries = Pick<Database, "select" | "insert" | "update" | "delete" | "execute"> & {
  $client: Client;
};
type Client = Pick<pg.Pool, "query">;

export type Connection = {
  db: Database;
  dedicated(): Promise<DedicatedConnection>;
  stats(): PoolStats;
  close(): Promise<void>;
};
export type PoolStats = { total: number; idle: number; waiting: number };
/** With one connection. */
export type Session = NodePgDatabase & { $client: Client };
export type DedicatedConnection = { db: Session; client: pg.Client; close(): Promise<void> };

const application_name = "shop";
/** Session settings. A pooler takes none: there the role has them (deploy/README.md). */
const limits = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
  // Requests run beside each other; a parallel or compiled plan costs one of them more than it saves.
  options:
    "-c client_connection_check_interval=5s -c tcp_keepalives_idle=30s " +
    "-c max_parallel_workers_per_gather=0 -c jit=off",
};
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };
const closeTimeoutMs = 5_000;

type Options = {
  most?: number;
  timeoutMs?: number;
  pooler?: string | undefined;
};

export function connect(url: string, options: Options = {}): Connection {
  const { most: max = 10, pooler, timeoutMs = timeouts.backgroundQueryMs } = options;
  const pool = new pg.Pool({
    ...(pooler ? {} : limits),
    ...keepAlive,
    connectionString: pooler ?? url,
    application_name,
    max,
    pipeline: true,
    connectionTimeoutMillis: Math.min(timeoutMs, 10_000),
    query_timeout: timeoutMs,
    // Idle connections stay open: opening one takes several round trips.
    idleTimeoutMillis: 0,
  });
  pool.on("connect", ignoreErrors);
  ignoreErrors(pool);
  // Behind a pooler, the next transaction may run in a session that has not prepared the statement.
  if (!pooler) {
    prepareFor(pool);
    pool.on("connect", prepareFor);
  }
  const db = drizzle(pool);
  let closed: Promise<void> | undefined;
  return {
    db,
    dedicated: () => dedicatedConnection(url),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      closed ??= withTimeout(pool.end(), closeTimeoutMs, () => {});
      return closed;
    },
  };
}

/** Queries on a lost connection fail, and the pool replaces it. */
function ignoreErrors(emitter: NodeJS.EventEmitter): void {
  emitter.on("error", () => {});
}

type DedicatedOptions = {
  name?: string;
  connectTimeoutMs?: number;
  unlimited?: boolean;
};

export async function dedicatedConnection(
  url: string,
  options: DedicatedOptions = {},
): Promise<DedicatedConnection> {
  const { name = application_name, connectTimeoutMs = 10_000, unlimited = false } = options;
  const client = new pg.Client({
    ...(unlimited ? {} : limits),
    ...keepAlive,
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  ignoreErrors(client);
  await client.connect();
  return { db: drizzle(client), client, close: () => withTimeout(client.end(), 1_000, () => {}) };
}
