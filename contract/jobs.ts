import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { fileColumns, id, pageQuery, text } from "./fields.ts";
import { thing } from "./things.ts";

const jobKind = z.object({
  kind: z.string(),
  title: z.string(),
  waiting: z.number(),
  running: z.number(),
  failed: z.number(),
  lastRun: z.nullable(z.string()),
  nextRun: z.nullable(z.string()),
});
export type JobKindState = z.output<typeof jobKind>;

const failedJob = z.object({
  _id: z.string(),
  kind: z.string(),
  title: z.string(),
  /** Without personal data. */
  about: z.string(),
  /** What it is about, where that has a page. */
  thing: z.nullable(thing),
  error: z.string(),
  attempts: z.number(),
  failedAt: z.string(),
  /** Null if it is not tried again by itself. */
  nextAttempt: z.nullable(z.string()),
});
export type FailedJob = z.output<typeof failedJob>;

export const describeJob = ({ about, thing }: Pick<FailedJob, "about" | "thing">): string =>
  [about, thing?.name].filter(Boolean).join(", ");

export const maxRetried = 200;

/** In place of the next attempt. */
export const givenUp = "The shop has given up";

/** "given-up": they run again only when somebody says so. */
export const failedJobViews = ["given-up", "retrying"] as const;
export type FailedJobView = (typeof failedJobViews)[number];

const sortColumns = ["last", "attempts"] as const;
export const failedJobSorts = [
  ...sortColumns,
  ...sortColumns.map((column) => `${column}-down` as const),
];

const filters = {
  q: z.optional(text(100)),
  view: z.optional(z.enum(failedJobViews, "Is not a view of failed jobs")),
  kind: z.optional(text(60)),
  sort: z.optional(z.enum(failedJobSorts)),
};
export type FailedJobFilters = {
  [Name in keyof typeof filters]?: z.output<(typeof filters)[Name]>;
};

export const jobFileColumns = ["job", "about", "error", "attempts", "last", "next"] as const;
export type JobFileColumn = (typeof jobFileColumns)[number];

export const jobCalls = {
  list: {
    method: "GET",
    path: "/jobs",
    summary: "Lists the kinds of background jobs, with how many of each wait, run or failed.",
    who: "admin",
    reply: z.object({ kinds: z.array(jobKind) }),
    refusals: [],
  },
  failed: {
    method: "GET",
    path: "/failed-jobs",
    summary:
      "Lists the jobs that failed, each with its reason: the last to fail first, or in the order of `sort`. `q` searches what they do and why they failed; `view` answers those that are given up, or are tried again by themselves.",
    who: "admin",
    query: { ...filters, ...pageQuery },
    reply: z.array(failedJob),
    refusals: [],
  },
  file: {
    method: "GET",
    path: "/failed-jobs/csv",
    summary: "Answers what GET /failed-jobs lists as CSV, with formulas neutralised as in exports.",
    who: "admin",
    query: { ...filters, ...fileColumns(jobFileColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
  retry: {
    method: "POST",
    path: "/jobs/:id/retry",
    summary: "Runs a failed job once more now.",
    who: "admin",
    area: "shop",
    params: { id },
    reply: z.object({ retried: z.literal(true) }),
    refusals: ["not-found"],
  },
  retryMany: {
    method: "POST",
    path: "/jobs/retry",
    summary:
      "Runs many failed jobs once more now. Answers those that it runs: the others are done by now, or run at this moment.",
    who: "admin",
    area: "shop",
    body: z.strictObject({
      ids: z.array(id).check(z.maxLength(maxRetried, `Must be at most ${maxRetried} jobs`)),
    }),
    reply: z.object({ retried: z.array(z.string()) }),
    refusals: [],
  },
} as const satisfies Calls;
