import type { DeleteExpired } from "#server/module.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { deleteAbandonedJobs } from "#server/platform/jobs/store.ts";
import { deleteOldAnswers } from "#server/platform/once/once.ts";
import { deleteExpiredLimits } from "#server/platform/rate-limits/consume-limit.ts";

export const deleteExpiredJob = (db: Database, ofModules: readonly DeleteExpired[]) =>
  defineSchedule({
    kind: "delete-expired",
    title: "Delete expired sign-ins, limits, baskets and failed work",
    everySeconds: 600,
    run: () => deleteExpired(db, ofModules),
  });

/** Expired rows are ignored everywhere; deleting them only saves space. */
export async function deleteExpired(
  db: Queries,
  ofModules: readonly DeleteExpired[],
): Promise<void> {
  for (const remove of [deleteExpiredLimits, deleteOldAnswers, deleteAbandonedJobs, ...ofModules])
    await remove(db);
}
