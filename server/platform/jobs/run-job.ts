import type { Database } from "#server/platform/database/connect.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { repeatWhileUnreachable } from "#server/platform/database/repeat-while-unreachable.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { redact } from "#server/platform/telemetry/log/redact.ts";
import {
  defaultMaxAttempts,
  defaultTimeoutSeconds,
  type JobDefinition,
  leaseSeconds,
  retryDelaySeconds,
} from "./job.ts";
import {
  finishJob,
  type LeasedJob,
  markJobFailed,
  releaseJob,
  renewLease,
  rescheduleJob,
  retryJobLater,
} from "./store.ts";

const abortGraceMs = 1_000;

export type RunResult = "done" | "due-again" | "failed";

export async function runJob(
  db: Database,
  definition: JobDefinition,
  job: LeasedJob,
  stopping: AbortSignal,
): Promise<RunResult> {
  const { everySeconds, timeoutSeconds = defaultTimeoutSeconds } = definition;
  const ending = new AbortController();
  const signal = AbortSignal.any([stopping, ending.signal]);
  const timer = setTimeout(
    () => ending.abort(new Error(`Took longer than ${timeoutSeconds} seconds`)),
    timeoutSeconds * 1_000,
  );
  const stopRenewing = keepLease(db, job, () => ending.abort(new Error("Lost the lease")));
  try {
    if (job.wasAbandoned && !mayRetry(definition, job.attempts - 1))
      throw new Error("The process ended during each attempt");
    const payload = definition.payload.parse(job.payload);
    const { id, attempts: attempt, createdAt } = job;
    await endAfterAbort(definition.run(payload, { id, attempt, createdAt, signal }), signal);
    // What was done must not be repeated because one connection broke.
    if (everySeconds !== undefined) {
      await repeatWhileUnreachable(() => rescheduleJob(db, job, everySeconds));
      return "done";
    }
    return (await repeatWhileUnreachable(() => finishJob(db, job))) ? "done" : "due-again";
  } catch (error) {
    if (stopping.aborted) await releaseJob(db, job).catch(() => {});
    else await recordFailure(db, definition, job, error);
    return stopping.aborted ? "done" : "failed";
  } finally {
    clearTimeout(timer);
    stopRenewing();
  }
}

/** Another process takes over when the lease has not been renewed for its time. */
function keepLease(db: Database, job: LeasedJob, onLost: () => void): () => void {
  let renewedAt = performance.now();
  const timer = setInterval(
    async () => {
      const startedAt = performance.now();
      const isHeld = await renewLease(db, job).catch(() => undefined);
      if (isHeld) renewedAt = startedAt;
      if (isHeld === false || performance.now() - renewedAt > leaseSeconds * 1_000) onLost();
    },
    (leaseSeconds * 1_000) / 3,
  );
  return () => clearInterval(timer);
}

/** A run that ignores its signal must not occupy its slot. */
async function endAfterAbort(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const late = Promise.withResolvers<void>();
  const onAbort = () => void setTimeout(() => late.reject(signal.reason), abortGraceMs).unref();
  signal.addEventListener("abort", onAbort, { once: true });
  await Promise.race([work, late.promise]).finally(() =>
    signal.removeEventListener("abort", onAbort),
  );
}

async function recordFailure(
  db: Database,
  definition: JobDefinition,
  job: LeasedJob,
  error: unknown,
): Promise<void> {
  const bare = withoutQueryValues(error);
  const text = redact(bare instanceof Error ? bare.message : String(bare)).slice(0, 1_000);
  const isLast = !mayRetry(definition, job.attempts);
  const isNews = definition.everySeconds === undefined || text !== job.lastError;
  if (isNews && !isDatabaseUnreachable(error)) {
    const end = isLast ? ", and is not tried again" : "";
    const message = `Job ${job.kind} failed (attempt ${job.attempts})${end}: ${text}`;
    log.error({ err: bare, job: job.id }, message);
  }
  const seconds = retryDelaySeconds(job.attempts, definition.everySeconds);
  // If the database stays away, the lease ends by itself.
  await repeatWhileUnreachable(() =>
    isLast ? markJobFailed(db, job, text) : retryJobLater(db, job, { seconds, error: text }),
  ).catch(() => {});
}

function mayRetry(
  { everySeconds, maxAttempts = defaultMaxAttempts }: JobDefinition,
  attempts: number,
): boolean {
  return everySeconds !== undefined || attempts < maxAttempts;
}
