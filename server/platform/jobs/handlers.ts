import type { jobCalls } from "#contract/jobs.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { listFailedJobs, listJobKinds } from "./list-jobs.ts";
import { retryFailedJob } from "./store.ts";

const notFailed = refuse(
  "not-found",
  "This job is done by now, or runs at this moment. Look at the list again.",
);

export function jobHandlers({ db, jobs }: Context): Handlers<typeof jobCalls> {
  return {
    list: async () => ({
      kinds: await listJobKinds(db, jobs.definitions()),
      failed: await listFailedJobs(db, jobs.definitions()),
    }),
    retry: async ({ params: { id } }, caller) => {
      const answer = await inTransaction(db, async (tx) => {
        const kind = await retryFailedJob(tx, id);
        if (kind === undefined) return notFailed;
        const noted = await recordAction(tx, caller, {
          ...{ action: "retry-job", about: id, after: { kind } },
        });
        return { reply: { retried: true as const }, noted };
      });
      jobs.wake();
      return answer;
    },
  };
}
