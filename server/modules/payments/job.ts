// Work that comes up again and again: every so often, and at once when somebody wakes it. Never
// twice at the same time in one process; other processes do the same, and share by leases.
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { log } from "#server/platform/telemetry/log/log.ts";

/** When the shop stops, what is under way has so long; then another process takes it up. */
const lastWorkWithin = 3_000;

export type Job = {
  /** Comes back when all that was due then is done, or was tried. */
  wake(): Promise<void>;
  stop(): Promise<void>;
};

/** `work` does what is due, one thing after the other, and ends early when it is told to. */
export function startJob(
  name: string,
  every: number,
  work: (isStopping: () => boolean) => Promise<void>,
): Job {
  let stopped = false;
  let asked = false;
  let working: Promise<void> | undefined;

  async function wake(): Promise<void> {
    asked = true;
    if (!stopped) working ??= workWhileAsked();
    await working;
  }

  async function workWhileAsked(): Promise<void> {
    try {
      while (asked && !stopped) {
        asked = false;
        await work(() => stopped);
      }
    } catch (error) {
      if (!stopped && !isDatabaseUnreachable(error))
        log.error({ err: withoutQueryValues(error) }, name);
    } finally {
      working = undefined;
    }
  }

  const timer = setInterval(() => void wake(), every).unref();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      const { promise: patience, resolve } = Promise.withResolvers<void>();
      const timeout = setTimeout(resolve, lastWorkWithin);
      await Promise.race([working, patience]);
      clearTimeout(timeout);
    },
  };
}
