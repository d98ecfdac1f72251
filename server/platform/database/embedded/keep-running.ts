import { setTimeout as sleep } from "node:timers/promises";
import { withContext } from "./errors.ts";

type Start = (signal: AbortSignal) => Promise<{ gone: Promise<string> }>;

const firstAttempts = 5;
const longestRestMs = 2_000;

/**
 * Starts PostgreSQL and restarts it whenever it ends by itself. The first start gives up after a few
 * attempts; later ones never do, because a full disk may have room some time later. Returns stop().
 */
export async function keepRunning(
  start: Start,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const { signal } = ending;

  const attempt = async (attempts: number) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await start(signal);
      } catch (cause) {
        if (signal.aborted || tried === attempts) throw cause;
        const failed = withContext("PostgreSQL ended and cannot be started", cause);
        if (tried === firstAttempts && attempts > tried)
          log(`${failed.message}. It is tried again.`);
        await sleep(Math.min(100 * 2 ** tried, longestRestMs), undefined, { signal });
      }
    }
  };
  const watch = async (run: Awaited<ReturnType<Start>>) => {
    for (;;) {
      const reason = await run.gone;
      if (signal.aborted) return;
      log(`PostgreSQL ended by itself (${reason}): starting it again`);
      run = await attempt(Number.POSITIVE_INFINITY);
    }
  };

  const watching = watch(await attempt(firstAttempts)).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
  });
  return () => {
    ending.abort();
    return watching;
  };
}
