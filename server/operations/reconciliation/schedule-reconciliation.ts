// Each minute one process of all looks whether the account still balances, and once a day one does
// so in full, which takes its time and holds up nobody.

import type { PaymentsContext } from "#server/modules/payments/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { reconcileFullyIfDue, reconcileIfDue } from "./reconcile.ts";
import { hasNoCheckSince } from "./store.ts";

const every = 60_000;
/** Processes do not start at the same moment; a little earlier is the same minute. */
const sameMinute = 50;
const day = 24 * 3_600;
/** What works for longer has lost its connection without a word: the next one does not wait for it. */
const longest = 3_600_000;
/** When the shop stops, a check under way has so long. */
const patience = 1_000;

export function scheduleReconciliation(context: PaymentsContext) {
  const jobs = [
    oneAfterTheOther(context, () => reconcileIfDue(context, isCheckDue)),
    oneAfterTheOther(context, () => reconcileFullyIfDue(context, isFullCheckDue)),
  ];
  const look = () => Promise.all(jobs.map((job) => job()));
  const timer = setInterval(() => void look(), every).unref();
  return {
    /** As each minute. */
    look,
    async stop() {
      clearInterval(timer);
      const working = Promise.all(jobs.map((job) => job.working()));
      await Promise.race([working, new Promise((done) => setTimeout(done, patience).unref())]);
    },
  };
}

/** What still works when it is called again goes on; what fails ends nothing. */
function oneAfterTheOther(
  { stopping }: Pick<PaymentsContext, "stopping">,
  work: () => Promise<unknown>,
) {
  let working: Promise<void> | undefined;
  let begun = 0;
  let failing = "";

  async function run() {
    try {
      await work();
      failing = "";
    } catch (error) {
      if (stopping.aborted || isDatabaseUnreachable(error)) return;
      // The same failure is told once, not each minute.
      const bare = withoutQueryValues(error);
      if (String(bare) !== failing) log.error({ err: bare }, "The ledger could not be checked");
      failing = String(bare);
    }
  }

  const job = () => {
    if (working && performance.now() - begun < longest) return working;
    begun = performance.now();
    const own = run().finally(() => {
      if (working === own) working = undefined;
    });
    working = own;
    return own;
  };
  return Object.assign(job, { working: () => working });
}

export function isCheckDue(db: Queries): Promise<boolean> {
  return hasNoCheckSince(db, "any", sameMinute);
}

/** One that somebody waited for and that was not read to the end does not count. */
export function isFullCheckDue(db: Queries): Promise<boolean> {
  return hasNoCheckSince(db, "whole", day);
}
