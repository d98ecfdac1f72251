import type { Database } from "#server/platform/database/connect.ts";
import { retryOnConflict } from "#server/platform/database/transaction.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { expireHolds } from "./reserve.ts";

/** Who orders a part frees its due holds at once; this frees the rest for lists and pages. */
export const expireHoldsJob = (db: Database) =>
  defineSchedule({
    kind: "expire-holds",
    title: "Free the stock of orders that were not paid in time",
    everySeconds: 5,
    run: async () => {
      while ((await retryOnConflict(() => expireHolds(db))) > 0);
    },
  });
