import { withTimeout } from "#server/platform/processes/with-timeout.ts";

export class CheckTimeout extends Error {}

type Options = { maxAgeMs: number; timeoutMs: number };

export function cacheCheck<Result>(
  check: () => Promise<Result>,
  { maxAgeMs, timeoutMs }: Options,
): () => Promise<Result> {
  let latest: { at: number; result: Promise<Result> } | undefined;
  let running: Promise<Result> | undefined;

  function runOnce(): Promise<Result> {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  }

  return () => {
    if (!latest || performance.now() - latest.at > maxAgeMs) {
      const result = withTimeout(runOnce(), timeoutMs, () => {
        throw new CheckTimeout("The database does not answer");
      });
      latest = { at: performance.now(), result };
      result.catch(() => {});
    }
    return latest.result;
  };
}
