import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/platform/database/connect.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { withTimeout } from "#server/platform/processes/with-timeout.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { JobDefinition, Jobs } from "./job.ts";
import { runJob } from "./run-job.ts";
import { addSchedules, type FreeKind, leaseNext } from "./store.ts";

const pollMs = 1_000;
/** Running jobs may end by themselves; then their signals abort. */
export const jobTimes = { drainMs: 3_000, abortMs: 2_000 };

export type JobRunner = Jobs & { stop(): Promise<void> };

type Options = { onFailure?: (kind: string) => void; onDone?: () => unknown };

export async function startJobs(
  db: Database,
  definitions: readonly JobDefinition[],
  { onFailure = () => {}, onDone = () => {} }: Options = {},
): Promise<JobRunner> {
  const byKind = new Map(definitions.map((definition) => [definition.kind, definition]));
  const running = new Map<Promise<void>, string>();
  /** Of kinds whose jobs are taken in turn. */
  const newestNext = new Set<string>();
  const stopping = new AbortController();
  let looking: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;

  await addSchedules(db, definitions);

  function wake(): void {
    isWoken = true;
    if (!isStopped) looking ??= lookWhileWoken();
  }

  async function lookWhileWoken(): Promise<void> {
    try {
      while (isWoken && !isStopped) {
        isWoken = false;
        await startDue();
      }
    } catch (error) {
      if (!isStopped && !isDatabaseUnreachable(error))
        log.error({ err: withoutQueryValues(error) }, "Could not look for due jobs");
    } finally {
      looking = undefined;
    }
  }

  async function startDue(): Promise<void> {
    while (!isStopped) {
      const kinds = freeKinds();
      const job = kinds.length > 0 ? await leaseNext(db, kinds) : undefined;
      const definition = job && byKind.get(job.kind);
      if (!definition) return;
      if (definition.inTurn && !newestNext.delete(job.kind)) newestNext.add(job.kind);
      const work = runJob(db, definition, job, stopping.signal).then(async (result) => {
        if (result === "failed") onFailure(job.kind);
        if (definition.storesEvents !== false) onDone();
        if (definition.pauseMs && !isStopped) await sleep(definition.pauseMs);
        const mayWait = countRunning(job.kind) >= (definition.concurrency ?? 1);
        running.delete(work);
        if (mayWait || result === "due-again") wake();
      });
      running.set(work, job.kind);
      if (!job.hasMore) return;
    }
  }

  const countRunning = (kind: string) =>
    [...running.values()].filter((each) => each === kind).length;

  function freeKinds(): FreeKind[] {
    return definitions.flatMap(({ kind, concurrency = 1, urgentConcurrency = 0 }) => {
      const count = countRunning(kind);
      const isFree = count < concurrency + urgentConcurrency;
      const isUrgentOnly = count >= concurrency;
      return isFree ? [{ kind, isUrgentOnly, isNewestNext: newestNext.has(kind) }] : [];
    });
  }

  const timer = setInterval(wake, pollMs).unref();
  wake();
  return {
    wake,
    definitions: () => definitions,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      const allEnded = async () => {
        await looking;
        await Promise.all(running.keys());
      };
      await withTimeout(allEnded(), jobTimes.drainMs, () => stopping.abort());
      await withTimeout(allEnded(), jobTimes.abortMs, () => {});
    },
  };
}
