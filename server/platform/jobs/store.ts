import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type JobDefinition, type JobInput, leaseSeconds, scheduleKey } from "./job.ts";
import { jobs } from "./tables.ts";

export type LeasedJob = {
  id: string;
  kind: string;
  payload: unknown;
  attempts: number;
  lease: string;
  revision: number;
};

/** Within the caller's transaction: the work is queued if, and only if, the change is stored. */
export async function enqueue<Payload>(
  tx: Queries,
  { kind }: JobDefinition<Payload>,
  { payload, key, priority, runAt }: JobInput<Payload>,
): Promise<void> {
  const row = { id: newId(), kind, payload, key, priority, runAt };
  const again = {
    payload,
    attempts: 0,
    failedAt: null,
    revision: sql`${jobs.revision} + 1`,
    // A run under way goes on to its end, and is followed by another.
    runAt: sql`case when ${jobs.lease} is null then excluded.run_at else ${jobs.runAt} end`,
  };
  await tx
    .insert(jobs)
    .values(row)
    .onConflictDoUpdate({ target: [jobs.kind, jobs.key], set: again });
}

/** A schedule that is there already keeps its time. */
export async function addSchedules(db: Queries, kinds: string[]): Promise<void> {
  if (kinds.length === 0) return;
  const rows = kinds.map((kind) => ({ id: newId(), kind, key: scheduleKey }));
  await db.insert(jobs).values(rows).onConflictDoNothing();
}

export async function leaseNext(db: Database, kinds: string[]): Promise<LeasedJob | undefined> {
  const [leased] = await queryRows<LeasedJob>(
    db,
    sql`
    update jobs set attempts = attempts + 1, last_run_at = now(), lease = ${newId()},
      run_at = now() + make_interval(secs => ${leaseSeconds})
    where id = (select id from jobs
      where failed_at is null and run_at <= now() and kind in ${kinds}
      order by priority, run_at limit 1 for update skip locked)
    returning id, kind, payload, attempts, lease, revision`,
  );
  return leased;
}

const isHeld = ({ id, lease }: LeasedJob) => and(eq(jobs.id, id), eq(jobs.lease, lease));

/** False when another process holds it by now. */
export async function renewLease(db: Queries, job: LeasedJob): Promise<boolean> {
  const renewed = await db
    .update(jobs)
    .set({ runAt: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(isHeld(job))
    .returning({ id: jobs.id });
  return renewed.length > 0;
}

/** Done; or due at once where it was queued again meanwhile. */
export async function finishJob(db: Queries, job: LeasedJob): Promise<void> {
  const done = await db
    .delete(jobs)
    .where(and(isHeld(job), eq(jobs.revision, job.revision)))
    .returning({ id: jobs.id });
  if (done.length === 0) await releaseJob(db, job, { attempts: 0, runAt: sql`now()` });
}

/** The next run of a schedule. */
export async function rescheduleJob(db: Queries, job: LeasedJob, seconds: number): Promise<void> {
  await releaseJob(db, job, { attempts: 0, lastError: null, runAt: secondsFromNow(seconds) });
}

export async function retryJobLater(
  db: Queries,
  job: LeasedJob,
  { seconds, error }: { seconds: number; error: string },
): Promise<void> {
  await releaseJob(db, job, { lastError: error, runAt: secondsFromNow(seconds) });
}

export async function markJobFailed(db: Queries, job: LeasedJob, error: string): Promise<void> {
  await releaseJob(db, job, { lastError: error, failedAt: sql`now()` });
}

async function releaseJob(
  db: Queries,
  job: LeasedJob,
  set: PgUpdateSetSource<typeof jobs>,
): Promise<void> {
  await db
    .update(jobs)
    .set({ lease: null, ...set })
    .where(isHeld(job));
}

const secondsFromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** For an admin who has removed the cause. False where it has not failed, or is gone. */
export async function retryFailedJob(db: Queries, id: string): Promise<boolean> {
  const retried = await db
    .update(jobs)
    .set({ failedAt: null, attempts: 0, runAt: sql`now()` })
    .where(and(eq(jobs.id, id), isNotNull(jobs.failedAt)))
    .returning({ id: jobs.id });
  return retried.length > 0;
}
