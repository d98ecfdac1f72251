import { setTimeout as sleep } from "node:timers/promises";
import { failure } from "./error.ts";

/** One run of PostgreSQL, serving; `gone` tells how it ended. */
type Run = { gone: Promise<string> };

type Service = { stop(): Promise<void> };

/** In about three seconds. */
const ATTEMPTS = 5;
/** Between two tries, in milliseconds. */
const LONGEST_REST = 2_000;

/**
 * Starts PostgreSQL, and again whenever it ends by itself. (When only a back end crashes,
 * PostgreSQL sees to that.) One that never came up is given up after a few tries, for the one who
 * starts the shop to read. One that served is started until it serves again: a disk that was full
 * has room some time later.
 */
export async function keepRunning(
  start: (signal: AbortSignal) => Promise<Run>,
  log: (line: string) => void,
): Promise<Service> {
  const ending = new AbortController();
  const { signal } = ending;

  const watch = async (first: Run) => {
    for (let run = first; ; ) {
      const how = await run.gone;
      if (signal.aborted) return;
      log(`PostgreSQL ended by itself (${how}): starting it again`);
      run = await attempt(start, signal, (cause) => log(messageOf(cause)));
    }
  };

  // Only a wanted end stops the trying.
  const watching = watch(await attempt(start, signal)).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
  });
  const stop = () => {
    ending.abort();
    return watching;
  };
  return { stop };
}

/** With somebody to tell that it does not come up, it is tried for ever. */
async function attempt(
  start: (signal: AbortSignal) => Promise<Run>,
  signal: AbortSignal,
  tell?: (cause: unknown) => void,
) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await start(signal);
    } catch (cause) {
      if (signal.aborted || (!tell && tried === ATTEMPTS)) throw cause;
      if (tried === ATTEMPTS) tell?.(cause);
      await sleep(Math.min(100 * 2 ** tried, LONGEST_REST), undefined, { signal });
    }
  }
}

function messageOf(cause: unknown): string {
  return `${failure("PostgreSQL ended and cannot be started", cause).message}. It is tried again.`;
}
