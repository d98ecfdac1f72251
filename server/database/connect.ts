import { connect as connectSocket, type Socket } from "node:net";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { answeredWithin, patient, patientInAll } from "./patience.ts";

export type Database = PostgresJsDatabase;
/** What a store needs: the database itself, or a transaction on it. */
export type Queries = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">;
export type { Sql, TransactionSql };
export type Connection = { db: Database; sql: Sql; close(): Promise<void> };

const application_name = "shop";
const settings = {
  application_name,
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  // A machine that vanished in the middle of a transaction must not keep its locks for hours.
  idle_in_transaction_session_timeout: 15_000,
  client_connection_check_interval: 5_000,
  tcp_keepalives_idle: 30,
};
/** Where PostgreSQL itself is, of pools that reach it through a pooler. */
const direct = new WeakMap<Sql, string>();

type Options = {
  most?: number;
  /** In milliseconds: longer than any statement may take. */
  silentFor?: number;
  /** The address of a pooler that gives each transaction whatever session is free. */
  pooler?: string | undefined;
};

export function connect(url: string, options: Options = {}): Connection {
  const { most = 10, pooler, silentFor = settings.statement_timeout + 5_000 } = options;
  const sql = postgres(pooler ?? url, {
    max: most,
    connect_timeout: 10,
    // Seconds until the next try: the driver's own grows to 20, long after PostgreSQL is back.
    backoff: () => 0.1 + Math.random() / 10,
    // The next session would not know the statement.
    prepare: !pooler,
    // Nothing that the shop asks takes long; whatever does must not hold up the rest. A pooler takes
    // no such settings: there the role has them (deploy/README.md).
    connection: pooler ? { application_name } : settings,
    fetch_types: false,
    onnotice: () => {},
    socket: (to: Target) => openSocket(to, silentFor),
  } as object);
  if (pooler) direct.set(sql, url);
  return { db: drizzle(sql), sql, close: () => sql.end({ timeout: 5 }) };
}

/** Of the driver's settings, where to connect to. */
type Target = { host: string[]; port: number[]; path: string | false };
let turn = 0;

/**
 * A line on which nothing comes back looks open to the system for a quarter of an hour. One that was
 * silent for longer than anything takes is given up, and the pool opens another when it needs one.
 */
function openSocket({ host, port, path }: Target, silentFor: number): Socket {
  const at = turn++ % host.length;
  const [hostname = "", number = 0] = [host[at], port[at]];
  const socket = path ? connectSocket(path) : connectSocket(number, hostname);
  // The driver looks here for the name on the certificate.
  if (!path) Object.assign(socket, { host: hostname, port: number });
  return socket.setTimeout(silentFor, () => socket.destroy());
}

/** The same connections for who waits at the door, and not for ever (decisions/0041). */
export function atTheDoor({ sql, close }: Connection, within?: number): Connection {
  const hurried = patient(sql, within);
  const at = direct.get(sql);
  if (at) direct.set(hurried, at);
  return { db: drizzle(hurried), sql: hurried, close };
}

/** For one request that asks several questions. `waited`: how long it has waited already. */
export function forOneRequest<Door extends Connection>(door: Door, waited: number): Door {
  const sql = patientInAll(door.sql, answeredWithin - waited);
  return { ...door, sql, db: drizzle(sql) };
}

/**
 * A connection that is nobody else's, for a lock that lasts; past any pooler, which would give the
 * locked session to others. Not the driver's `reserve`: where that must open a connection first it
 * never answers, and the pool has one less (porsager/postgres#1219).
 */
export function alone(pool: Sql): Sql {
  const url = direct.get(pool);
  if (url) return connect(url, { most: 1 }).sql;
  // A lock is held in silence.
  const options = { ...pool.options, max: 1, socket: undefined };
  return postgres(options as unknown as postgres.Options<Record<string, never>>);
}
