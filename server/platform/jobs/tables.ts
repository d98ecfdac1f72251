import { type SQLWrapper, sql } from "drizzle-orm";
import {
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, idColumn } from "#server/platform/database/columns.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

type Job = Record<"kind" | "lastError" | "payload", SQLWrapper>;

export const jobWords = ({ kind, lastError, payload }: Job) =>
  sql`lower(${kind} || ' ' || coalesce(${lastError}, '') || ' ' || ${payload}::text)`;

/** Letters of each kind have a text of their own. */
export const jobOf = ({ payload }: Pick<Job, "payload">) =>
  sql`coalesce(${payload} ->> 'kind', '')`;

/** Ids among them. */
export const jobValues = ({ payload }: Pick<Job, "payload">) =>
  sql`jsonb_path_query_array(${payload}, '$.*')`;

/** Work to be done outside of requests. A row is deleted when its work is done. */
export const jobs = pgTable(
  "jobs",
  {
    id: idColumn(),
    kind: text("kind").notNull(),
    /** Work that is queued again under the same key is done once. */
    key: text("key"),
    payload: jsonb("payload").notNull().default({}),
    priority: integer("priority").notNull().default(1),
    share: text("share"),
    /** One higher than that of the job before it in its share. */
    turn: integer("turn").notNull().default(0),
    /** When it is due. While it runs: when its lease ends. */
    runAt: time("run_at").notNull().defaultNow(),
    attempts: integer("attempts").notNull().default(0),
    lease: uuid("lease"),
    /** Rises when the same key is queued again, so that a run under way is followed by another. */
    revision: integer("revision").notNull().default(0),
    lastError: text("last_error"),
    lastRunAt: time("last_run_at"),
    failedAt: time("failed_at"),
    createdAt: createdAt(),
  },
  (job) => [
    index("jobs_with_errors_by_kind")
      .on(job.kind, jobOf(job))
      .where(sql`${job.lastError} is not null and ${job.lease} is null`),
    index("jobs_by_words")
      .using("gin", sql`${jobWords(job)} gin_trgm_ops`)
      .where(sql`${job.lastError} is not null and ${job.lease} is null`),
    index("jobs_by_values")
      .using("gin", sql`${jobValues(job)}`)
      .where(sql`${job.lastError} is not null and ${job.lease} is null`),
    uniqueIndex("jobs_key").on(job.kind, job.key),
    index("jobs_due")
      .on(job.kind, job.priority, job.turn, job.runAt)
      .where(sql`${job.failedAt} is null`),
    index("jobs_of_share")
      .on(job.kind, job.priority, job.share, job.turn)
      .where(sql`${job.failedAt} is null and ${job.share} is not null`),
    index("jobs_failed").on(job.failedAt).where(sql`${job.failedAt} is not null`),
    index("jobs_with_errors")
      .on(sql`coalesce(${job.failedAt}, ${job.lastRunAt}, ${job.createdAt})`, job.id)
      .where(sql`${job.lastError} is not null and ${job.lease} is null`),
  ],
);
