import {
  describeJob,
  type FailedJob,
  givenUp,
  type JobFileColumn,
  type jobCalls,
} from "#contract/jobs.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import {
  nothingToAudit,
  recordAction,
  recordActions,
} from "#server/platform/audit/record-action.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import type { Things } from "#server/platform/things/things.ts";
import { listFailedJobs, listJobKinds } from "./list-jobs.ts";
import { retryFailedJob, retryFailedJobs } from "./store.ts";

const notFailed = refuse(
  "not-found",
  "This job is done by now, or runs at this moment. Look at the list again.",
);

const columns: FileColumns<JobFileColumn, FailedJob> = {
  job: ["Job", ({ title }) => title],
  about: ["About", describeJob],
  error: ["Reason", ({ error }) => error],
  attempts: ["Attempts", ({ attempts }) => `${attempts}`],
  last: ["Last attempt", ({ failedAt }) => failedAt],
  next: ["Next attempt", ({ nextAttempt }) => nextAttempt ?? givenUp],
};

export function jobHandlers(
  { db, jobs }: Pick<Context, "db" | "jobs">,
  things: Things,
): Handlers<typeof jobCalls> {
  const source = () => ({ definitions: jobs.definitions(), things });
  const named = (kind: string) => ({
    kind,
    title: jobs.definitions().find((each) => each.kind === kind)?.title ?? kind,
  });
  return {
    list: async () => ({ kinds: await listJobKinds(db, jobs.definitions()) }),
    failed: ({ query }) => listFailedJobs(db, source(), query),
    file: (_request, reply, { query: { columns: chosen, ...query } }) =>
      sendColumns(reply, {
        name: "failed-jobs",
        columns,
        chosen,
        list: (page) => listFailedJobs(db, source(), { ...query, ...page }),
      }),
    retry: async ({ params: { id } }, caller) => {
      const answer = await inTransaction(db, async (tx) => {
        const kind = await retryFailedJob(tx, id);
        if (kind === undefined) return notFailed;
        const noted = await recordAction(tx, caller, {
          action: "retry-job",
          about: id,
          after: named(kind),
        });
        return { reply: { retried: true as const }, noted };
      });
      jobs.wake();
      return answer;
    },
    retryMany: async ({ body: { ids } }, caller) => {
      const answer = await inTransaction(db, async (tx) => {
        const retried = await retryFailedJobs(tx, ids);
        if (retried.length === 0) return { reply: { retried: [] }, noted: nothingToAudit };
        const id = newId();
        const noted = await recordActions(
          tx,
          caller,
          { id, action: "retry-jobs", after: { jobs: retried.length } },
          retried.map((job) => ({
            action: "retry-job",
            about: job.id,
            after: named(job.kind),
          })),
        );
        return { reply: { retried: retried.map((job) => job.id) }, noted };
      });
      jobs.wake();
      return answer;
    },
  };
}
