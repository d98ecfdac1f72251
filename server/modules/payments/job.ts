// Work that repeats: at an interval and when woken, never twice at once in one process.
import { setTimeout as sleep } from "node:timers/promises";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { log } from "#server/platform/telemetry/log/log.ts";

const stopTimeoutMs = 3_000;

export type Job = {
  wake(): Promise<void>;
  stop(): Promise<void>;
};

export function startJob(
  failureMessage: string,
  intervalMs: number,
  work: (isStopping: () => boolean) => Promise<void>,
): Job {
  let isStopped = false;
  let isDue = false;
  let running: Promise<void> | undefined;

  async function wake(): Promise<void> {
    isDue = true;
    if (!isStopped) running ??= runWhileDue();
    await running;
  }

  async function runWhileDue(): Promise<void> {
    try {
      while (isDue && !isStopped) {
        isDue = false;
        await work(() => isStopped);
      }
    } catch (error) {
      if (isStopped || isDatabaseUnreachable(error)) return;
      log.error({ err: withoutQueryValues(error) }, failureMessage);
    } finally {
      running = undefined;
    }
  }

  const timer = setInterval(() => void wake(), intervalMs).unref();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.race([running, sleep(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}
