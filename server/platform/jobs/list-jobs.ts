import { and, count, desc, isNotNull, isNull, sql } from "drizzle-orm";
import { type FailedJob, failedJobsShown, type JobKindState } from "#contract/jobs.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type JobDefinition, scheduleKey } from "./job.ts";
import { jobs } from "./tables.ts";

type Counts = Record<"waiting" | "running" | "failed", string> & {
  kind: string;
  lastRun: string | null;
  nextRun: string | null;
};

export async function listJobKinds(
  db: Queries,
  definitions: readonly JobDefinition[],
): Promise<JobKindState[]> {
  const rows = await queryRows<Counts>(
    db,
    sql`
    select kind,
      count(*) filter (where lease is null and last_error is null
        and key is distinct from ${scheduleKey}) as waiting,
      count(*) filter (where lease is not null) as running,
      count(*) filter (where lease is null and last_error is not null) as failed,
      max(last_run_at) as "lastRun",
      min(run_at) filter (where lease is null and failed_at is null) as "nextRun"
    from jobs group by kind order by kind`,
  );
  const titles = new Map(definitions.map(({ kind, title }) => [kind, title]));
  const counts = new Map(rows.map((row) => [row.kind, row]));
  return [...new Set([...titles.keys(), ...counts.keys()])].map((kind) => {
    const { waiting = 0, running = 0, failed = 0, lastRun, nextRun } = counts.get(kind) ?? {};
    return {
      ...{ kind, title: titles.get(kind) ?? kind },
      ...{ waiting: Number(waiting), running: Number(running), failed: Number(failed) },
      ...{ lastRun: toIso(lastRun), nextRun: toIso(nextRun) },
    };
  });
}

/** Those that an admin has to try again. */
export async function countFailedJobs(db: Queries): Promise<number> {
  const rows = await db.select({ count: count() }).from(jobs).where(isNotNull(jobs.failedAt));
  return rows[0]?.count ?? 0;
}

const toIso = (time: string | null | undefined) => (time ? new Date(time).toISOString() : null);

export async function listFailedJobs(
  db: Queries,
  definitions: readonly JobDefinition[],
): Promise<FailedJob[]> {
  const rows = await db
    .select()
    .from(jobs)
    .where(and(isNotNull(jobs.lastError), isNull(jobs.lease)))
    .orderBy(desc(jobs.lastRunAt))
    .limit(failedJobsShown);
  return rows.map((row) => {
    const definition = definitions.find(({ kind }) => kind === row.kind);
    return {
      _id: row.id,
      title: definition?.title ?? row.kind,
      about: describe(definition, row.payload),
      error: row.lastError ?? "",
      attempts: row.attempts,
      failedAt: (row.failedAt ?? row.lastRunAt ?? row.createdAt).toISOString(),
      nextAttempt: row.failedAt ? null : row.runAt.toISOString(),
    };
  });
}

function describe(definition: JobDefinition | undefined, payload: unknown): string {
  try {
    return definition?.describe?.(definition.payload.parse(payload)) ?? "";
  } catch {
    return "";
  }
}
