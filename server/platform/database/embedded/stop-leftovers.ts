import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError } from "./errors.ts";

/**
 * Stops PostgreSQL processes of a killed shop. The caller holds the data folder's lock, so no running
 * shop owns them. On macOS PostgreSQL itself refuses to run twice.
 */
export async function stopLeftovers(clusterDir: string): Promise<void> {
  if (process.platform !== "linux") return;
  const lockFile = join(clusterDir, "postmaster.pid");
  const postmaster = Number.parseInt(read(lockFile), 10);
  const deadline = performance.now() + 30_000;
  for (;;) {
    const pids = findPostgres(realpathSync(clusterDir));
    if (pids.length === 0) break;
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${pids.join(", ")}) from an earlier start does not end: stop it by hand.`,
      );
    }
    // Orphaned children ignore SIGINT; SIGKILL is as safe as a power cut.
    const signal = pids.includes(postmaster) ? "SIGINT" : "SIGKILL";
    for (const pid of pids) kill(pid, signal);
    await sleep(40);
  }
  // If its process id was reused, PostgreSQL would refuse to start.
  rmSync(lockFile, { force: true });
}

/** All processes of a cluster run in its folder. */
function findPostgres(folder: string): number[] {
  const isOurs = (pid: string) =>
    read(`/proc/${pid}/comm`) === "postgres\n" && workingDirectory(pid) === folder;
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && isOurs(pid))
    .map(Number);
}

function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}
