import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#server/platform/telemetry/log/log.ts";

export type EmulatorProcess = {
  /** Gives it the line that it waits for, and comes back when it serves. */
  serve(line: string): Promise<void>;
  stop(): Promise<void>;
};

/** One that ends is replaced, but not in a frenzy. */
const firstRest = 500;
const longestRest = 30_000;
/** The shop does not wait for ever: it is a shop without its emulator as well. */
const patience = 10_000;

/**
 * Keeps an emulator running: a program of its own, known by its path only. It lives as long as its
 * standard input is open, so it goes down with the shop however that ends. It gets the variables
 * that it needs and no others.
 */
export function startEmulatorProcess(
  name: string,
  program: string,
  variables: Record<string, string>,
): EmulatorProcess {
  let child: ChildProcess;
  let line: string | undefined;
  let rest = firstRest;
  let stopping = false;
  const ready = Promise.withResolvers<void>();

  function launch() {
    // An empty one is none.
    const { NODE_COMPILE_CACHE = "" } = process.env;
    child = spawn(process.execPath, [program], {
      env: { ...variables, NODE_COMPILE_CACHE },
      // A session of its own: Ctrl-C in a terminal is for the shop, which drains first.
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin?.on("error", () => {}); // it is gone, which its exit tells
    child.stdout?.on("data", () => {
      rest = firstRest;
      ready.resolve();
    });
    child.once("exit", replace);
    child.once("error", () => child.pid === undefined && replace()); // it never began
    if (line !== undefined) child.stdin?.write(`${line}\n`);
  }

  async function replace() {
    if (stopping) return;
    log.error(`${name} ended; starting it again.`);
    await sleep(rest, undefined, { ref: false });
    rest = Math.min(rest * 2, longestRest);
    if (!stopping) launch();
  }

  launch();
  return {
    async serve(told) {
      line = told;
      child.stdin?.write(`${line}\n`);
      await Promise.race([ready.promise, sleep(patience, undefined, { ref: false })]);
    },
    async stop() {
      stopping = true;
      if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.stdin?.end();
      const impatience = setTimeout(() => child.kill("SIGKILL"), 2_000);
      await gone;
      clearTimeout(impatience);
    },
  };
}
