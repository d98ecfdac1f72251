import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#server/platform/telemetry/log/log.ts";

export type EmulatorProcess = {
  serve(line: string): Promise<void>;
  stop(): Promise<void>;
};

const firstRestartDelayMs = 500;
const maxRestartDelayMs = 30_000;
/** The shop then starts without the emulator. */
const startTimeoutMs = 10_000;

/** It must end when its standard input closes, so that it ends with the shop. */
export function startEmulatorProcess(
  name: string,
  program: string,
  variables: Record<string, string>,
): EmulatorProcess {
  let child: ChildProcess;
  let line: string | undefined;
  let restartDelayMs = firstRestartDelayMs;
  let stopping = false;
  const ready = Promise.withResolvers<void>();

  function launch() {
    const { NODE_COMPILE_CACHE = "" } = process.env;
    // The card provider emulator strips types, which Node calls experimental.
    child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
      env: { ...variables, NODE_COMPILE_CACHE },
      // Ctrl-C in a terminal must reach the shop only, which drains first.
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin?.on("error", () => {});
    child.stdout?.on("data", () => {
      restartDelayMs = firstRestartDelayMs;
      ready.resolve();
    });
    child.once("exit", restart);
    child.once("error", () => child.pid === undefined && restart());
    if (line !== undefined) child.stdin?.write(`${line}\n`);
  }

  async function restart() {
    if (stopping) return;
    log.error(`${name} ended; starting it again.`);
    await sleep(restartDelayMs, undefined, { ref: false });
    restartDelayMs = Math.min(restartDelayMs * 2, maxRestartDelayMs);
    if (!stopping) launch();
  }

  launch();
  return {
    async serve(given) {
      line = given;
      child.stdin?.write(`${line}\n`);
      await Promise.race([ready.promise, sleep(startTimeoutMs, undefined, { ref: false })]);
    },
    async stop() {
      stopping = true;
      if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.stdin?.end();
      const killTimer = setTimeout(() => child.kill("SIGKILL"), 2_000);
      await exited;
      clearTimeout(killTimer);
    },
  };
}
