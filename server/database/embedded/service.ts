import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedPostgresError } from "./error.ts";
import { failure } from "./error.ts";

/** One run of PostgreSQL, serving; `gone` tells how it ended. */
type Run = { gone: Promise<string> };

type Service = { lost: Promise<EmbeddedPostgresError>; stop(): Promise<void> };

const ATTEMPTS = 5;

/**
 * Starts PostgreSQL, and again whenever it ends by itself. (When only a back end crashes,
 * PostgreSQL sees to that.) One that comes up is restarted as often as it takes; one that fails
 * to come up five times in a row, in about three seconds, is given up.
 */
export async function keepRunning(
  start: (signal: AbortSignal) => Promise<Run>,
  log: (line: string) => void,
): Promise<Service> {
  const ending = new AbortController();
  const { signal } = ending;
  const lost = Promise.withResolvers<EmbeddedPostgresError>();

  const watch = async (first: Run) => {
    for (let run = first; ; ) {
      const how = await run.gone;
      if (signal.aborted) return;
      log(`PostgreSQL ended by itself (${how}): starting it again`);
      run = await attempt(start, signal);
    }
  };

  const watching = watch(await attempt(start, signal)).catch((cause: unknown) => {
    if (!signal.aborted) lost.resolve(failure("PostgreSQL ended and cannot be started", cause));
  });
  const stop = () => {
    ending.abort();
    return watching;
  };
  return { lost: lost.promise, stop };
}

async function attempt(start: (signal: AbortSignal) => Promise<Run>, signal: AbortSignal) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await start(signal);
    } catch (cause) {
      if (signal.aborted || tried === ATTEMPTS) throw cause;
      await sleep(100 * 2 ** tried, undefined, { signal });
    }
  }
}
