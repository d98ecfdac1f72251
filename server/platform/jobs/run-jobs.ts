import type { Database } from "#server/platform/database/connect.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { defaultMaxAttempts, type JobDefinition, leaseSeconds, retryDelaySeconds } from "./job.ts";
import {
  addSchedules,
  finishJob,
  type LeasedJob,
  leaseNext,
  markJobFailed,
  renewLease,
  rescheduleJob,
  retryJobLater,
} from "./store.ts";

const pollMs = 1_000;
const stopWithinMs = 3_000;

export type JobRunner = {
  /** Looks for due jobs at once instead of at the next poll. */
  wake(): void;
  stop(): Promise<void>;
};

/** Runs due jobs in this process. Processes share the work by leases on the rows. */
export async function startJobs(
  db: Database,
  definitions: readonly JobDefinition[],
): Promise<JobRunner> {
  const byKind = new Map(definitions.map((definition) => [definition.kind, definition]));
  const running = new Map<Promise<void>, string>();
  const stopping = new AbortController();
  let looking: Promise<void> | undefined;
  let isWoken = false;

  await addSchedules(
    db,
    definitions.filter(isScheduled).map(({ kind }) => kind),
  );

  function wake(): void {
    isWoken = true;
    if (!stopping.signal.aborted) looking ??= lookWhileWoken();
  }

  async function lookWhileWoken(): Promise<void> {
    try {
      while (isWoken && !stopping.signal.aborted) {
        isWoken = false;
        await startDue();
      }
    } catch (error) {
      if (!isDatabaseUnreachable(error))
        log.error({ err: withoutQueryValues(error) }, "Could not look for due jobs");
    } finally {
      looking = undefined;
    }
  }

  async function startDue(): Promise<void> {
    for (;;) {
      const kinds = freeKinds();
      if (kinds.length === 0 || stopping.signal.aborted) return;
      const job = await leaseNext(db, kinds);
      if (!job) return;
      const work = run(job).finally(() => {
        running.delete(work);
        wake();
      });
      running.set(work, job.kind);
    }
  }

  function freeKinds(): string[] {
    const busy = [...running.values()];
    return [...byKind.values()]
      .filter(
        ({ kind, concurrency = 1 }) => busy.filter((each) => each === kind).length < concurrency,
      )
      .map(({ kind }) => kind);
  }

  async function run(job: LeasedJob): Promise<void> {
    const definition = byKind.get(job.kind);
    if (!definition) return;
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const renewing = setInterval(
      async () => {
        const isHeld = await renewLease(db, job).catch(() => true);
        if (!isHeld) lost.abort();
      },
      (leaseSeconds * 1_000) / 3,
    );
    try {
      const payload = definition.payload.parse(job.payload);
      await definition.run(payload, { id: job.id, attempt: job.attempts, signal });
      await finish(job, definition);
    } catch (error) {
      await recordFailure(job, definition, error);
    } finally {
      clearInterval(renewing);
    }
  }

  async function finish(job: LeasedJob, { everySeconds }: JobDefinition): Promise<void> {
    if (everySeconds === undefined) await finishJob(db, job);
    else await rescheduleJob(db, job, everySeconds);
  }

  async function recordFailure(
    job: LeasedJob,
    definition: JobDefinition,
    error: unknown,
  ): Promise<void> {
    const bare = withoutQueryValues(error);
    const text = (bare instanceof Error ? bare.message : String(bare)).slice(0, 1_000);
    const { maxAttempts = defaultMaxAttempts } = definition;
    const isLast = !isScheduled(definition) && job.attempts >= maxAttempts;
    const seconds = stopping.signal.aborted ? 0 : retryDelaySeconds(job.attempts);
    if (!stopping.signal.aborted && !isDatabaseUnreachable(error))
      log.error(
        { err: bare, job: job.id },
        `Job ${job.kind} failed (attempt ${job.attempts})${isLast ? ", and is not tried again" : ""}`,
      );
    // If the database is away, the lease ends by itself.
    const recorded = isLast
      ? markJobFailed(db, job, text)
      : retryJobLater(db, job, { seconds, error: text });
    await recorded.catch(() => {});
  }

  const timer = setInterval(wake, pollMs).unref();
  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      const { promise: deadline, resolve } = Promise.withResolvers<void>();
      const timeout = setTimeout(resolve, stopWithinMs);
      await Promise.race([Promise.all([looking, ...running.keys()]), deadline]);
      clearTimeout(timeout);
    },
  };
}

const isScheduled = ({ everySeconds }: JobDefinition) => everySeconds !== undefined;
