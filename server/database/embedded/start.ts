import { join, resolve } from "node:path";
import { keepPassword, makeCluster } from "./cluster.ts";
import { EmbeddedPostgresError, failure } from "./error.ts";
import { findInstalled, programsFor } from "./files.ts";
import { startGuarded } from "./guard.ts";
import { clusterName, endLeftovers } from "./leftovers.ts";
import { lockDataDir } from "./lock.ts";
import { trimLog } from "./log.ts";
import { chooseOwner } from "./owner.ts";
import { keepRunning } from "./service.ts";
import * as sockets from "./sockets.ts";

export { EmbeddedPostgresError };

export type EmbeddedPostgres = {
  /** For the driver, as it is. The user `shop` owns the database and may make more. */
  url: string;
  /** Shuts PostgreSQL down; resolves when all of it is gone. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  /** Is told what is done that takes its time. */
  notice?: (line: string) => void;
  /** Is told what went wrong. */
  log?: (line: string) => void;
  /** Also listens on 127.0.0.1, at a free port, and answers that address. */
  tcp?: boolean;
  settings?: Record<string, string>;
  /** How long to wait for another shop to leave the data folder, in milliseconds. */
  patience?: number;
  /** Where root keeps copies of programs that PostgreSQL's user cannot reach. */
  cacheDir?: string;
};

const defaults = {
  // What was acknowledged survives a power cut. PostgreSQL's own defaults, stated so that they are
  // not lost to a configuration file.
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  // The log is for the one who runs the shop: no statement and no customer's data goes there.
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

/** Runs the PostgreSQL that npm installed; makes the database if the data folder has none. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (cause) {
    throw failure("PostgreSQL cannot be started", cause);
  }
}

/** The address of the PostgreSQL of a shop that is running on this data, if one is. */
export function runningPostgres(dataDir: string): string | undefined {
  const folder = sockets.notedSocketDir(dataDir);
  if (folder === undefined) return undefined;
  return sockets.socketUrl(folder, keepPassword(dataDir, join(dataDir, "postgres")));
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { notice = () => {}, log = () => {}, patience = 10_000 } = options;
  const { cacheDir = "/var/cache/partwright" } = options;
  const dataDir = resolve(options.dataDir);
  const clusterDir = join(dataDir, "postgres");
  const logFile = join(dataDir, "postgres.log");
  const owner = chooseOwner(dataDir, clusterDir);

  // Undone in reverse order: here if anything below fails, else by stop().
  await using undo = new AsyncDisposableStack();
  undo.adopt(await lockDataDir(dataDir, patience), (unlock) => unlock());
  const { native, version } = findInstalled();
  const bin = programsFor(owner, { native, version }, cacheDir);
  const password = keepPassword(dataDir, clusterDir);
  await makeCluster({ clusterDir, owner, bin, version, password }, notice);

  const name = clusterName(clusterDir);
  const socketDir = sockets.nameSocketDir(dataDir, name, owner);
  undo.defer(() => sockets.removeSocketDir(dataDir, name, owner));
  const port = options.tcp ? await sockets.freePort() : sockets.socketPort;
  const settings = {
    ...defaults,
    cluster_name: name,
    unix_socket_directories: socketDir,
    listen_addresses: options.tcp ? "127.0.0.1" : "",
    port: String(port),
    ...options.settings,
  };
  const service = await keepRunning(async (signal) => {
    await endLeftovers(clusterDir, name, notice);
    sockets.makeSocketDir(socketDir, owner);
    return startGuarded({ clusterDir, owner, bin, socketDir, settings, logFile, signal });
  }, log);
  undo.defer(() => service.stop());
  undo.adopt(setInterval(() => trimLog(logFile), 60_000).unref(), clearInterval);

  const url = options.tcp
    ? `postgres://shop:${password}@127.0.0.1:${port}/shop`
    : sockets.socketUrl(socketDir, password);
  const kept = undo.move();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= kept.disposeAsync();
    return stopped;
  };
  return { url, stop };
}
