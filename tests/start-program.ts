// The whole program, started as `npm start` starts it.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { startArguments } from "../scripts/start-command.ts";
import { onEnd } from "./on-end.ts";

export type Program = {
  child: ChildProcess;
  pid: number;
  dataDir: string;
  said: () => string;
  isRunning: () => boolean;
  /** The address that it printed when it was ready. */
  ready(): Promise<string>;
  ended: Promise<number | null>;
};

export async function makeDataDir(name = "shop program "): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), name));
  onEnd(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

export function startProgram(dataDir: string, env: Record<string, string> = {}): Program {
  return runProgram(process.execPath, startArguments, dataDir, env);
}

/** Sends SIGTERM when the test ends. */
export function runProgram(...args: Parameters<typeof spawnProgram>): Program {
  const program = spawnProgram(...args);
  onEnd(async () => {
    if (program.isRunning()) program.child.kill("SIGTERM");
    await program.ended;
  });
  return program;
}

export function spawnProgram(
  command: string,
  args: string[],
  dataDir: string,
  env: Record<string, string> = {},
  cwd = process.cwd(),
): Program {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: {
      ...inherited,
      PORT: "0",
      RATE_LIMIT_FACTOR: "1000000",
      RESERVATION_FACTOR: "1000000",
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { pid } = child;
  // Without a handler the error event would end this process.
  child.once("error", () => {});
  if (pid === undefined) throw new Error(`Could not start ${command}`);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (bytes) => {
      text += bytes;
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
    // A process that it left behind may keep its output open for ever.
    child.once("exit", (code) => void setTimeout(resolve, 5_000, code));
  });
  return {
    child,
    pid,
    dataDir,
    said: () => text,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
    async ready() {
      const early = ended.then((code) => {
        throw new Error(`It ended with ${code} before it was ready:\n${text}`);
      });
      // With the line's end, because output arrives in pieces.
      const address = vi.waitUntil(() => /^Ready: (\S+)\n/m.exec(text)?.[1], {
        timeout: 100_000,
        interval: 20,
      });
      return (await Promise.race([address, early])) ?? "";
    },
  };
}

/** The process and all its descendants. */
export async function findProcessTree(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir("/proc")) {
    // Its fourth field is the parent's id. The second may contain spaces.
    const stat =
      /^\d+$/.test(entry) && (await readFile(`/proc/${entry}/stat`, "utf8").catch(() => ""));
    if (stat)
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(")") + 4).split(" ")[0]));
  }
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
