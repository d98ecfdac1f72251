import { setTimeout as sleep } from "node:timers/promises";
import { withContext } from "./errors.ts";

type Start = (signal: AbortSignal) => Promise<{ gone: Promise<string> }>;

const firstAttempts = 5;
export const retryDelays = { firstMs: 200, maxMs: 2_000 };

/** Only the first start gives up; later a full disk may have room again. */
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
        const failed = withContext("Could not restart PostgreSQL", cause);
        if (tried === firstAttempts && attempts > tried) log(`${failed.message}. Retrying.`);
        await sleep(
          Math.min(retryDelays.firstMs * 2 ** (tried - 1), retryDelays.maxMs),
          undefined,
          { signal },
        );
      }
    }
  };
  const watch = async (run: Awaited<ReturnType<Start>>) => {
    for (;;) {
      const reason = await run.gone;
      if (signal.aborted) return;
      log(`PostgreSQL ended (${reason}): restarting it`);
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
