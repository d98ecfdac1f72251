import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dataArgument, programEnvironment } from "./cluster.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import type { Owner } from "./owner.ts";

/**
 * Starts PostgreSQL and a watcher that stops it when the shop's end of the pipe closes, even by
 * SIGKILL. The watcher repeats the signal because a starting PostgreSQL ignores it.
 */
const launcher = `
trap '' INT TERM HUP
sockets=$1; shift
exec 3<&0 </dev/null
( (
  read -r _
  kill -INT $$ || exit
  tries=0
  while [ $tries -lt 1200 ] && kill -INT $$; do tries=$((tries + 1)); sleep 0.05; done
  rm -rf "$sockets"
) <&3 >/dev/null 2>&1 & )
exec postgres "$@" 3<&-`;

const logLimit = 10 * 1024 * 1024;
export const inspection = { everyMs: 1_000, stuckAfter: 10 };

type RunOptions = {
  clusterDir: string;
  owner: Owner;
  bin: string;
  socketDir: string;
  settings: Record<string, string>;
  logFile: string;
  signal: AbortSignal;
};

export async function runPostgres(options: RunOptions): Promise<{ gone: Promise<string> }> {
  const { clusterDir, logFile, signal } = options;
  const child = launch(options);
  let ended = false;
  const end = () => {
    child.stdin?.end();
    child.kill("SIGINT");
  };
  const timer = setInterval(inspect(child, clusterDir, logFile), inspection.everyMs).unref();
  const gone = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, killedBy) => resolve(killedBy ?? `exit code ${code}`));
  }).finally(() => {
    ended = true;
    end();
    clearInterval(timer);
    signal.removeEventListener("abort", end);
  });
  signal.addEventListener("abort", end);
  if (signal.aborted) end();

  const deadline = performance.now() + 60_000;
  while (readStatus(clusterDir) !== "ready") {
    if (!ended && performance.now() < deadline) {
      await sleep(5);
      continue;
    }
    end();
    await gone;
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot start. The end of its log ${logFile}: ${lastLines(logFile)}`,
    );
  }
  return { gone };
}

function launch(options: RunOptions): ChildProcess {
  const { clusterDir, owner, bin, socketDir, settings, logFile } = options;
  const set = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = fs.constants;
  const log = fs.openSync(logFile, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  const command = ["-c", launcher, "sh", socketDir, "-D", dataArgument(clusterDir), ...set];
  const child = spawn("/bin/sh", command, {
    ...owner,
    cwd: clusterDir,
    env: programEnvironment(bin),
    // Ctrl-C in a terminal must reach the shop only.
    detached: true,
    stdio: ["pipe", log, log],
  });
  fs.closeSync(log);
  child.stdin?.on("error", () => {});
  return child;
}

function inspect(postgres: ChildProcess, clusterDir: string, logFile: string): () => void {
  let stuckFor = 0;
  return () => {
    trimLog(logFile);
    const status = readStatus(clusterDir);
    // A SIGTERM from elsewhere waits for old connections while refusing new ones.
    if (status === "stopping") postgres.kill("SIGINT");
    stuckFor = status === "ready" && isStuck(postgres.pid) ? stuckFor + 1 : 0;
    if (stuckFor >= inspection.stuckAfter) postgres.kill("SIGQUIT");
  };
}

/**
 * After a crash on a full disk, PostgreSQL 18 can lose its startup process and refuse connections for
 * ever. A healthy one has a startup process or a WAL writer.
 */
function isStuck(postmaster = 0): boolean {
  const title = (pid: string) => fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
  try {
    const children = fs.readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
    const pids = children.trim().split(" ").filter(Boolean);
    return !pids.some((pid) => /: (startup|walwriter)\b/.test(title(pid)));
  } catch {
    return false;
  }
}

function readStatus(clusterDir: string): string | undefined {
  try {
    const lockFile = fs.readFileSync(join(clusterDir, "postmaster.pid"), "utf8");
    return lockFile.split("\n")[7]?.trim();
  } catch {
    return undefined;
  }
}

/** Keeps one older part. PostgreSQL appends, so it continues at the new end. */
export function trimLog(file: string): void {
  try {
    if (fs.statSync(file).size < logLimit) return;
    fs.copyFileSync(file, `${file}.old`);
    fs.truncateSync(file);
  } catch {}
}

function lastLines(file: string): string {
  return fs.readFileSync(file, "utf8").trim().split("\n").slice(-3).join(" ");
}
