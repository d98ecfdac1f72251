import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError, failure } from "./error.ts";

const SQLITE_BUSY = 5;

/**
 * One shop at a time in a data folder. Node has no call to lock a file; SQLite, which comes with
 * Node, has one on every system. The kernel lets go of it when the process dies, however it dies,
 * so there is no stale lock to judge. Nothing is ever written to the file.
 */
export async function lockDataDir(dataDir: string, patience: number): Promise<() => void> {
  const deadline = performance.now() + patience;
  for (;;) {
    const lock = tryLock(join(dataDir, "postgres.lock"));
    if (lock) return () => lock.close();
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Another shop is using DATA_DIR ${dataDir}: stop it, or give this one another DATA_DIR.`,
      );
    }
    await sleep(50);
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return lock;
  } catch (cause) {
    lock?.close();
    const busy = cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_BUSY;
    if (busy) return undefined;
    throw failure(`The lock file ${file} cannot be used`, cause);
  }
}
