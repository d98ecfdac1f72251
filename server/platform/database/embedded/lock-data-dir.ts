import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError, withContext } from "./errors.ts";

const SQLITE_BUSY = 5;
const usualTimeoutMs = 10_000;

/** Node cannot lock files, but its SQLite can, and the kernel releases the lock with the process. */
export async function lockDataDir(
  dataDir: string,
  timeoutMs = usualTimeoutMs,
): Promise<() => void> {
  const deadline = performance.now() + timeoutMs;
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
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw withContext(`The lock file ${file} cannot be used`, cause);
  }
}
