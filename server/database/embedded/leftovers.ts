import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError } from "./error.ts";

/**
 * Names a cluster in the command line of all its processes and in its socket folder, so that they
 * can be told from those of any other, and of a copy. It comes from the number of the folder, so
 * it stays when a folder above is renamed.
 */
export function clusterName(clusterDir: string): string {
  const { dev, ino } = statSync(clusterDir, { bigint: true });
  const digest = createHash("sha256").update(`${dev} ${ino}`).digest("hex");
  return `partwright-${digest.slice(0, 12)}`;
}

/**
 * Ends what a dead shop may have left running on this cluster, and its lock file. The caller
 * holds the lock on the data folder, so no living shop owns what is found.
 */
export async function endLeftovers(
  clusterDir: string,
  name: string,
  notice: (line: string) => void,
): Promise<void> {
  const started = performance.now();
  for (let told = false; ; told = true) {
    const { postmasters, others } = processesOf(name);
    const first = postmasters[0] ?? others[0];
    if (first === undefined) break;
    if (!told) notice("PostgreSQL is still running from an earlier start: ending it first");
    const waited = performance.now() - started;
    if (waited > 30_000) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${first}) from an earlier start does not end: end it by hand.`,
      );
    }
    // A living postmaster shuts down in good order. What a killed one left has nobody to obey but
    // us, and is as safe to end as in a power cut.
    for (const pid of postmasters) send(pid, "SIGINT");
    if (postmasters.length === 0) {
      for (const pid of others) send(pid, waited < 2_000 ? "SIGQUIT" : "SIGKILL");
    }
    await sleep(40);
  }
  refuseStranger(clusterDir);
  // Its process id may be in use again by anything, which PostgreSQL would refuse to start over.
  rmSync(join(clusterDir, "postmaster.pid"), { force: true });
}

function processesOf(name: string): { postmasters: number[]; others: number[] } {
  const postmaster = new RegExp(`^postgres .*cluster_name=${name}( |$)`);
  const found = { postmasters: [] as number[], others: [] as number[] };
  for (const [pid, command] of commandLines()) {
    if (command.startsWith(`postgres: ${name}: `)) found.others.push(pid);
    else if (postmaster.test(command)) found.postmasters.push(pid);
  }
  return found;
}

/** A PostgreSQL that somebody started by hand on our cluster is not ours to end. */
function refuseStranger(clusterDir: string): void {
  const pid = Number.parseInt(readIfThere(join(clusterDir, "postmaster.pid")), 10);
  const command = Number.isNaN(pid) ? undefined : commandLines().get(pid);
  if (!command || !/(^|\/)(postgres|postmaster)( |:|$)/.test(command)) return;
  if (process.platform === "linux" && !isFolderOf(pid, clusterDir)) return;
  throw new EmbeddedPostgresError(
    `A PostgreSQL that the shop did not start (process ${pid}) is using ${clusterDir}: stop it.`,
  );
}

function isFolderOf(pid: number, clusterDir: string): boolean {
  try {
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(clusterDir)];
    return theirs.ino === ours.ino && theirs.dev === ours.dev;
  } catch {
    return false;
  }
}

/** Linux may lack ps, in small containers; macOS has no /proc. */
function commandLines(): Map<number, string> {
  if (process.platform === "linux") {
    const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
    const line = (pid: string) => readIfThere(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
    return new Map(pids.map((pid) => [Number(pid), line(pid)]));
  }
  const { stdout } = spawnSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" });
  const lines = stdout.split("\n").map((line) => line.trim());
  return new Map(lines.map((line) => [Number.parseInt(line, 10), line.replace(/^\d+ /, "")]));
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone since it was listed.
  }
}
