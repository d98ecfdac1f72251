import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { defineSchedule, type JobDefinition } from "#server/platform/jobs/job.ts";
import { reconcileFullyIfDue, reconcileIfDue } from "./reconcile.ts";
import { hasNoCheckSince } from "./store.ts";

/** Less than the interval: a check by an admin a moment ago is enough. */
const checkDueAfterSeconds = 50;
const fullCheckDueAfterSeconds = 24 * 3_600;

export function reconciliationJobs(context: Context): JobDefinition[] {
  return [
    defineSchedule({
      kind: "reconcile",
      title: "Reconcile recent changes",
      everySeconds: 60,
      run: () => reconcileIfDue(context, isCheckDue),
    }),
    defineSchedule({
      kind: "reconcile-fully",
      title: "Reconcile everything, once a day",
      everySeconds: 600,
      timeoutSeconds: 3_600,
      run: () => reconcileFullyIfDue(context, isFullCheckDue),
    }),
  ];
}

export function isCheckDue(db: Queries): Promise<boolean> {
  return hasNoCheckSince(db, "any", checkDueAfterSeconds);
}

/** Without the provider's records a check of all others is made once a day as well. */
export function isFullCheckDue(db: Queries, isProviderRead = true): Promise<boolean> {
  return hasNoCheckSince(db, isProviderRead ? "complete" : "full", fullCheckDueAfterSeconds);
}
