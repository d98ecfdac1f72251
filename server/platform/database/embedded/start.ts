import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createCluster, ensurePassword } from "./cluster.ts";
import { EmbeddedPostgresError, withContext } from "./errors.ts";
import { findPrograms } from "./find-programs.ts";
import { keepRunning } from "./keep-running.ts";
import { lockDataDir } from "./lock-data-dir.ts";
import { changeOwner, chooseOwner, type Owner } from "./owner.ts";
import { runPostgres } from "./run-postgres.ts";
import { stopLeftovers } from "./stop-leftovers.ts";

export { EmbeddedPostgresError };

export type EmbeddedPostgres = {
  url: string;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  notice?: (line: string) => void;
  log?: (line: string) => void;
  settings?: Record<string, string>;
  lockTimeoutMs?: number;
};

/**
 * Runs PostgreSQL from its npm package, in `dataDir`. Commands find its address in the file
 * `postgres-url` there.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (cause) {
    throw withContext("PostgreSQL cannot be started", cause);
  }
}

/** PostgreSQL's own figure is for the smallest machines; a large catalogue is to stay in memory. */
function chooseBufferMegabytes(): number {
  const quarter = Math.floor(process.availableMemory() / 4 / 2 ** 20);
  return Math.min(1_024, Math.max(128, quarter));
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { notice = () => {}, log = () => {} } = options;
  const dataDir = resolve(options.dataDir);
  const clusterDir = join(dataDir, "postgres");
  const owner = chooseOwner(dataDir, clusterDir);

  // Disposed here if anything below fails, else by stop().
  await using undo = new AsyncDisposableStack();
  undo.adopt(await lockDataDir(dataDir, options.lockTimeoutMs), (unlock) => unlock());
  const { bin, version } = findPrograms(owner);
  const password = ensurePassword(dataDir, clusterDir);
  createCluster({ clusterDir, owner, bin, version, password }, notice);

  const socketDir = createSocketDir(owner);
  undo.defer(() => removeSocketDir(socketDir, owner));
  const settings = {
    unix_socket_directories: socketDir,
    listen_addresses: "",
    port: "5432",
    shared_buffers: `${chooseBufferMegabytes()}MB`,
    // Keeps customers' data out of the log.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    ...options.settings,
  };
  const logFile = join(dataDir, "postgres.log");
  const stopRunning = await keepRunning(async (signal) => {
    await stopLeftovers(clusterDir);
    return runPostgres({ clusterDir, owner, bin, socketDir, settings, logFile, signal });
  }, log);
  undo.defer(stopRunning);

  const url = `postgres://shop:${password}@${encodeURIComponent(socketDir)}:5432/shop`;
  const urlFile = join(dataDir, "postgres-url");
  writeFileSync(urlFile, url, { mode: 0o600 });
  undo.defer(() => rmSync(urlFile, { force: true }));
  const started = undo.move();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= started.disposeAsync();
    return stopped;
  };
  return { url, stop };
}

/** In /tmp, because the path of a Unix socket must stay under 104 bytes. */
function createSocketDir(owner: Owner): string {
  const folder = mkdtempSync("/tmp/partwright-");
  changeOwner(owner, folder);
  return folder;
}

/** As its owner, because that user could replace entries while root deletes. */
function removeSocketDir(folder: string, owner: Owner): void {
  spawnSync("/bin/sh", ["-c", 'exec rm -rf "$0"', folder], { ...owner, cwd: "/" });
}
