import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import {
  firstRunSeconds,
  type JobDefinition,
  type JobInput,
  type JobKind,
  leaseSeconds,
  scheduleKey,
} from "./job.ts";
import { jobs } from "./tables.ts";

export type LeasedJob = {
  id: string;
  kind: string;
  payload: unknown;
  attempts: number;
  lease: string;
  revision: number;
  lastError: string | null;
  createdAt: Date;
  /** The process that ran it before did not record how that ended. */
  wasAbandoned: boolean;
  /** Others of these kinds are due. */
  hasMore: boolean;
};

export async function enqueue<Payload>(
  tx: Queries,
  { kind }: JobKind<Payload>,
  { payload, key, priority = 1, share, runAt }: JobInput<Payload>,
): Promise<void> {
  // A run under way goes on to its end, and is followed by another.
  await queryPrepared(
    tx,
    sql`insert into jobs (id, kind, key, payload, priority, share, turn, run_at)
      values (${newId()}, ${kind}, ${key ?? null}, ${JSON.stringify(payload)}::jsonb,
        ${priority}::int, ${share ?? null}, ${nextTurn(kind, priority, share)},
        coalesce(${runAt?.toISOString() ?? null}::timestamptz, now()))
      on conflict (kind, key) do update set payload = excluded.payload, attempts = 0,
        created_at = now(), failed_at = null, last_error = null, revision = jobs.revision + 1,
        run_at = case when jobs.lease is null then excluded.run_at else jobs.run_at end`,
  );
}

/** After the last of its share, and never before one that is due now. */
function nextTurn(kind: string, priority: number, share: string | undefined): SQL {
  if (share === undefined) return sql`0`;
  const waits = sql`kind = ${kind} and priority = ${priority} and failed_at is null and share`;
  return sql`greatest(0,
    (select max(turn) + 1 from jobs where ${waits} = ${share}),
    (select min(turn) from jobs where ${waits} is not null and run_at <= now()))`;
}

/** One that is there already, waits or has failed stays as it is. */
export async function enqueueIfNone<Payload>(
  tx: Queries,
  { kind }: JobKind<Payload>,
  { payload, key }: { payload: Payload; key: string },
): Promise<void> {
  await tx.insert(jobs).values({ id: newId(), kind, key, payload }).onConflictDoNothing();
}

/** A schedule that is there already keeps its time. */
export async function addSchedules(
  db: Queries,
  definitions: readonly JobDefinition[],
): Promise<void> {
  const rows = definitions.flatMap(({ kind, everySeconds }) =>
    everySeconds === undefined
      ? []
      : {
          id: newId(),
          kind,
          key: scheduleKey,
          runAt: secondsFromNow(firstRunSeconds(everySeconds)),
        },
  );
  if (rows.length > 0) await db.insert(jobs).values(rows).onConflictDoNothing();
}

export type FreeKind = { kind: string; isUrgentOnly: boolean; isNewestNext?: boolean };

const maxPriority = 2 ** 31 - 1;

/** Looks into each kind by itself, so that a long queue of one costs the others nothing. */
export async function leaseNext(
  db: Queries,
  free: readonly FreeKind[],
): Promise<LeasedJob | undefined> {
  const kinds = sql.param(free.map(({ kind }) => kind));
  const mostPriorities = sql.param(
    free.map(({ isUrgentOnly }) => (isUrgentOnly ? 0 : maxPriority)),
  );
  const newestNext = sql.param(free.map(({ isNewestNext = false }) => isNewestNext));
  const due = sql`select id, lease, priority, turn, run_at from jobs where kind = wanted.kind
    and priority <= most_priority and failed_at is null and run_at <= now()`;
  const [leased] = await queryPrepared<LeasedJob>(
    db,
    sql`
    with due as materialized (
      select each.*, row_number() over (order by each.nth, each.priority, each.turn, each.run_at) as place,
        count(*) over () > 1 as has_more
      from unnest(${kinds}::text[], ${mostPriorities}::int[], ${newestNext}::bool[])
        as wanted (kind, most_priority, newest_next)
      cross join lateral (
        select *, row_number() over (order by priority, turn, run_at) as nth
        from (${due} and not newest_next
          order by priority, turn, run_at limit 2 for update skip locked) oldest
        union all
        select *, row_number() over (order by priority desc, turn desc, run_at desc) as nth
        from (${due} and newest_next
          order by priority desc, turn desc, run_at desc limit 2 for update skip locked) newest) each)
    update jobs set attempts = attempts + 1, last_run_at = now(), lease = ${newId()},
      run_at = now() + make_interval(secs => ${leaseSeconds})
    from due where jobs.id = due.id and due.place = 1
    returning jobs.id, kind, payload, attempts, jobs.lease, revision, last_error as "lastError",
      created_at as "createdAt", due.lease is not null as "wasAbandoned", due.has_more as "hasMore"`,
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

/** False when it was queued again during the run, and is due. */
export async function finishJob(db: Queries, job: LeasedJob): Promise<boolean> {
  const done = await queryPrepared(
    db,
    sql`delete from jobs where ${isHeld(job)} and revision = ${job.revision} returning id`,
  );
  if (done.length === 0) await updateHeld(db, job, { attempts: 0, runAt: sql`now()` });
  return done.length > 0;
}

export async function releaseJob(db: Queries, job: LeasedJob): Promise<void> {
  await updateHeld(db, job, { runAt: sql`now()` });
}

export async function rescheduleJob(db: Queries, job: LeasedJob, seconds: number): Promise<void> {
  const isUnchanged = sql`${jobs.revision} = ${job.revision}`;
  const runAt = sql`case when ${isUnchanged} then ${secondsFromNow(seconds)} else now() end`;
  await updateHeld(db, job, { attempts: 0, lastError: null, runAt });
}

/** A run of a schedule that is under way is followed by another. */
export async function runSoon(tx: Queries, kinds: readonly string[]): Promise<void> {
  await tx
    .update(jobs)
    .set({
      revision: sql`${jobs.revision} + 1`,
      runAt: sql`case when ${jobs.lease} is null then now() else ${jobs.runAt} end`,
    })
    .where(and(inArray(jobs.kind, [...kinds]), eq(jobs.key, scheduleKey)));
}

export async function retryJobLater(
  db: Queries,
  job: LeasedJob,
  { seconds, error }: { seconds: number; error: string },
): Promise<void> {
  await updateHeld(db, job, { lastError: error, runAt: secondsFromNow(seconds) });
}

/** Only what this run was for: what was queued again meanwhile is due. */
export async function markJobFailed(db: Queries, job: LeasedJob, error: string): Promise<void> {
  const failedAt = sql`case when ${jobs.revision} = ${job.revision} then now() end`;
  await updateHeld(db, job, { lastError: error, failedAt, runAt: sql`now()` });
}

async function updateHeld(
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

export async function retryFailedJob(db: Queries, id: string): Promise<string | undefined> {
  const [retried] = await retryFailedJobs(db, [id]);
  return retried?.kind;
}

export function retryFailedJobs(
  db: Queries,
  ids: readonly string[],
): Promise<{ id: string; kind: string }[]> {
  return db
    .update(jobs)
    .set({ failedAt: null, lastError: null, runAt: sql`now()` })
    .where(and(inArray(jobs.id, [...ids]), isNull(jobs.lease), isNotNull(jobs.lastError)))
    .returning({ id: jobs.id, kind: jobs.kind });
}

/** Nobody has retried them for a month, and their payloads may name people. */
export async function deleteAbandonedJobs(db: Queries): Promise<void> {
  await db.delete(jobs).where(sql`${jobs.failedAt} < now() - interval '30 days'`);
}
