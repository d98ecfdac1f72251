// The only file that imports the PostgreSQL driver.
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { timeouts } from "./timeouts.ts";

export const { DatabaseError } = pg;
export type DatabaseError = InstanceType<typeof DatabaseError>;
export type Database = NodePgDatabase;
/** What a store needs: the database itself, or a transaction on it. */
export type Queries = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">;

export type Connection = {
  db: Database;
  /** A connection outside of the pool, past any pooler. */
  dedicated(): Promise<DedicatedConnection>;
  stats(): PoolStats;
  close(): Promise<void>;
};
export type PoolStats = { total: number; idle: number; waiting: number };
export type DedicatedConnection = { db: Database; client: pg.Client; close(): Promise<void> };

const application_name = "shop";
/** Kept by PostgreSQL. A pooler takes no such settings: there the role has them (deploy/README.md). */
const limits = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  // A machine that vanished in the middle of a transaction must not keep its locks for hours.
  idle_in_transaction_session_timeout: 15_000,
  options: "-c client_connection_check_interval=5s -c tcp_keepalives_idle=30s",
};
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };
const closeWithinMs = 5_000;

/** Behind a pooler, the next session knows no prepared statement of this one. */
const pooled = new WeakSet<object>();
export const supportsPreparedStatements = (db: Queries): boolean => !pooled.has(db);

type Options = {
  most?: number;
  /** For a connection, and again for the answer to one query. */
  timeoutMs?: number;
  /** The address of a pooler that gives each transaction whatever session is free. */
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
    // Opening a connection takes several round trips, so idle ones are kept.
    idleTimeoutMillis: 0,
  });
  pool.on("connect", ignoreErrors);
  ignoreErrors(pool);
  const db: Database = drizzle(pool);
  db.transaction = (work, config) =>
    withClient(pool, (client) => (drizzle(client) as Database).transaction(work, config));
  if (pooler) pooled.add(db);
  let closed: Promise<void> | undefined;
  return {
    db,
    dedicated: () => dedicatedConnection(url),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      closed ??= inTime(pool.end(), closeWithinMs);
      return closed;
    },
  };
}

/** Lost connections: queries on them fail, and the pool opens new ones. */
function ignoreErrors(emitter: NodeJS.EventEmitter): void {
  emitter.on("error", () => {});
}

/** Drizzle's own way never returns a client to the pool when its "begin" fails. */
async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

type DedicatedOptions = {
  name?: string;
  connectWithinMs?: number;
  /** For migrations, which take as long as they take. */
  unlimited?: boolean;
};

/** Not pipelined: for LISTEN, COPY and locks that belong to a session. */
export async function dedicatedConnection(
  url: string,
  options: DedicatedOptions = {},
): Promise<DedicatedConnection> {
  const { name = application_name, connectWithinMs = 10_000, unlimited = false } = options;
  const client = new pg.Client({
    ...(unlimited ? {} : limits),
    ...keepAlive,
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectWithinMs,
  });
  ignoreErrors(client);
  await client.connect();
  return { db: drizzle(client), client, close: () => inTime(client.end(), 1_000) };
}

/** A server that does not answer is not waited for. */
async function inTime(closing: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([closing, late]).finally(() => clearTimeout(timer));
}
