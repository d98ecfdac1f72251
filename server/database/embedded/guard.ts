import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { closeSync, fstatSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dataArgument, environment } from "./cluster.ts";
import { EmbeddedPostgresError } from "./error.ts";
import { lastComplaint, openLog } from "./log.ts";
import { isLost } from "./lost.ts";
import type { Owner } from "./owner.ts";

/**
 * Runs PostgreSQL in the cluster folder and holds a pipe from the shop. When the pipe closes,
 * because the shop stopped or because it was killed, PostgreSQL is shut down in good order.
 *
 * Terminal and service managers signal the shop, which drains first: the guard ignores them (and
 * PostgreSQL sets its own handlers). The request to shut down is repeated, because PostgreSQL may
 * not be listening yet, and is checked against its lock file, because ids are used again. When
 * PostgreSQL ended by itself, the socket folder stays: the shop starts it anew with the same.
 */
const guard = `
trap '' INT TERM HUP
sockets=$1; shift
exec 3<&0 </dev/null
postgres "$@" 3<&- &
postgres=$!
(
  while read -r line; do :; done
  : >"$sockets/ending"; tries=0 told=
  while kill -0 "$postgres" && [ "$tries" -lt 1200 ]; do
    if read -r pid <postmaster.pid && [ "$pid" = "$postgres" ]; then kill -INT "$postgres"; told=1
    elif [ "$told" ]; then break
    fi
    tries=$((tries + 1)); sleep 0.05
  done
) <&3 2>/dev/null &
watcher=$!
exec 3<&-
wait "$postgres"; code=$?
if [ -e "$sockets/ending" ]; then wait "$watcher"; rm -rf "$sockets"
else kill -KILL "$watcher"; wait "$watcher" 2>/dev/null
fi
exit "$code"
`;

/** In milliseconds. To end what a crash left may take it five seconds. */
const lookEvery = 1_000;
const lostLooks = 10;

type GuardOptions = {
  clusterDir: string;
  owner: Owner;
  bin: string;
  socketDir: string;
  settings: Record<string, string>;
  logFile: string;
  /** Aborting it ends PostgreSQL. */
  signal: AbortSignal;
};

/** Resolves when PostgreSQL serves. The answer's promise resolves when it is gone again. */
export async function startGuarded(options: GuardOptions): Promise<{ gone: Promise<string> }> {
  const { clusterDir, logFile, signal } = options;
  const log = openLog(logFile);
  const logged = fstatSync(log).size;
  const child = launch(options, log);
  closeSync(log);
  const pipe = child.stdin as Socket; // what Node makes of "pipe"
  pipe.on("error", () => {}); // the guard is gone, which its exit tells

  const release = () => {
    child.ref();
    pipe.end();
  };
  const hurrying = setInterval(() => hurry(clusterDir, signal), 500).unref();
  const looking = setInterval(lookForLost(clusterDir), lookEvery).unref();
  let ended = false;
  const gone = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, killedBy) => resolve(killedBy ?? `exit code ${code}`));
  }).finally(() => {
    ended = true;
    pipe.destroy();
    clearInterval(hurrying);
    clearInterval(looking);
    signal.removeEventListener("abort", release);
  });
  signal.addEventListener("abort", release);
  if (signal.aborted) release();

  const deadline = performance.now() + 60_000;
  while (readLockFile(clusterDir).status !== "ready") {
    if (!ended && performance.now() < deadline) {
      await sleep(5);
      continue;
    }
    release();
    const complaint = ended ? lastComplaint(logFile, logged) : "it was not ready within a minute";
    const reason = (complaint || (await gone)).replaceAll("/proc/self/cwd", clusterDir);
    await gone;
    throw new EmbeddedPostgresError(`PostgreSQL cannot start: ${reason}. Its log: ${logFile}`);
  }
  if (!signal.aborted) {
    // A program that never stops PostgreSQL may still end: the guard does the rest.
    child.unref();
    pipe.unref();
  }
  return { gone };
}

function launch(options: GuardOptions, log: number): ChildProcess {
  const { clusterDir, owner, bin, socketDir, settings } = options;
  const set = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = [socketDir, "-D", dataArgument(clusterDir), ...set];
  return spawn("/bin/sh", ["-c", guard, "sh", ...args], {
    ...owner,
    cwd: clusterDir,
    env: environment(bin),
    // A session of its own: Ctrl-C in a terminal reaches the shop only.
    detached: true,
    stdio: ["pipe", log, log],
  });
}

/**
 * Asked to end by somebody else (SIGTERM, say), PostgreSQL would turn new connections away for as
 * long as old ones last. It is made to end at once, so that it is started again.
 */
function hurry(clusterDir: string, signal: AbortSignal): void {
  const { pid, status } = readLockFile(clusterDir);
  if (status !== "stopping" || !pid || signal.aborted) return;
  send(pid, "SIGINT");
}

/** One that was lost at each of so many looks is made to end, as in a power cut. */
function lookForLost(clusterDir: string): () => void {
  let looks = 0;
  return () => {
    const { pid, status } = readLockFile(clusterDir);
    if (!pid || status !== "ready" || !isLost(pid)) looks = 0;
    else if (++looks >= lostLooks) send(pid, "SIGQUIT");
  };
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone since its file was read.
  }
}

/** What PostgreSQL's lock file tells: its process, and how far it is (where pg_ctl looks too). */
function readLockFile(clusterDir: string): { pid?: number; status?: string } {
  try {
    const lines = readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? "" };
  } catch {
    return {};
  }
}
