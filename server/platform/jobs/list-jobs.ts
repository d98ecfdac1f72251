import { and, count, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { FailedJob, FailedJobFilters, JobKindState } from "#contract/jobs.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { listFound } from "#server/platform/database/list-found.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Things } from "#server/platform/things/things.ts";
import { findByWords } from "./find-by-words.ts";
import { describeJob, type JobDefinition, scheduleKey } from "./job.ts";
import { nameThings } from "./name-things.ts";
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
      kind,
      title: titles.get(kind) ?? kind,
      waiting: Number(waiting),
      running: Number(running),
      failed: Number(failed),
      lastRun: toIso(lastRun),
      nextRun: toIso(nextRun),
    };
  });
}

export async function countFailedJobs(db: Queries): Promise<number> {
  const rows = await db.select({ count: count() }).from(jobs).where(isNotNull(jobs.failedAt));
  return rows[0]?.count ?? 0;
}

const toIso = (time: string | null | undefined) => (time ? new Date(time).toISOString() : null);

type Page = { limit?: number | undefined; after?: string | undefined };

export async function listFailedJobs(
  db: Queries,
  source: { definitions: readonly JobDefinition[]; things: Things },
  { q, view, kind, sort = "last-down", limit = 50, after }: FailedJobFilters & Page,
): Promise<FailedJob[]> {
  const { definitions } = source;
  const column = sort.startsWith("last") ? lastRunAt : sql`${jobs.attempts}`;
  const isDown = sort.endsWith("-down");
  const direction = isDown ? sql`desc` : sql`asc`;
  const follows = sql`(${column}, ${jobs.id}) ${isDown ? sql`<` : sql`>`}
    (select ${column}, ${jobs.id} from jobs where id = ${after})`;
  const order = sql`${column} ${direction}, ${jobs.id} ${direction}`;
  const matches = and(
    isNotNull(jobs.lastError),
    isNull(jobs.lease),
    view && (view === "given-up" ? isNotNull(jobs.failedAt) : isNull(jobs.failedAt)),
    kind ? eq(jobs.kind, kind) : undefined,
    after ? follows : undefined,
  );
  const list = (db: Queries, has?: SQL) =>
    db.select().from(jobs).where(and(matches, has)).orderBy(order).limit(limit);
  const rows = q
    ? await listFound(
        db,
        { from: sql`jobs`, matches, order, limit, list },
        await findByWords(db, source, q),
      )
    : await list(db);
  const named = await nameThings(db, source, rows);
  return rows.map((row) => {
    const definition = definitions.find(({ kind }) => kind === row.kind);
    return {
      _id: row.id,
      kind: row.kind,
      title: definition?.title ?? row.kind,
      about: describeJob(definition, row.payload),
      thing: named.get(row.id) ?? null,
      error: row.lastError ?? "",
      attempts: row.attempts,
      failedAt: (row.failedAt ?? row.lastRunAt ?? row.createdAt).toISOString(),
      nextAttempt: row.failedAt ? null : row.runAt.toISOString(),
    };
  });
}

const lastRunAt = sql`coalesce(${jobs.failedAt}, ${jobs.lastRunAt}, ${jobs.createdAt})`;
