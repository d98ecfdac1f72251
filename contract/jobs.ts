import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id } from "./fields.ts";

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
  title: z.string(),
  /** Without personal data. */
  about: z.string(),
  error: z.string(),
  attempts: z.number(),
  failedAt: z.string(),
  /** Null if it is not tried again by itself. */
  nextAttempt: z.nullable(z.string()),
});
export type FailedJob = z.output<typeof failedJob>;

export const failedJobsShown = 100;

export const jobCalls = {
  list: {
    method: "GET",
    path: "/jobs",
    summary: `Lists the kinds of background jobs, and the newest ${failedJobsShown} that failed, each with its reason.`,
    who: "admin",
    reply: z.object({ kinds: z.array(jobKind), failed: z.array(failedJob) }),
    refusals: [],
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
      ids: z
        .array(id)
        .check(z.maxLength(failedJobsShown, `Must be at most ${failedJobsShown} jobs`)),
    }),
    reply: z.object({ retried: z.array(z.string()) }),
    refusals: [],
  },
} as const satisfies Calls;
