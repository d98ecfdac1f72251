// Each minute one of all processes checks what changed, and once a day one checks everything.
import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentsContext } from "#server/modules/payments/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { reconcileFullyIfDue, reconcileIfDue } from "./reconcile.ts";
import { hasNoCheckSince } from "./store.ts";

const intervalMs = 60_000;
/** A little less than the interval: processes start at different moments. */
const checkDueAfterSeconds = 50;
const fullCheckDueAfterSeconds = 24 * 3_600;
/** A check that runs longer has lost its connection without notice. */
const maxRunMs = 3_600_000;
const stopTimeoutMs = 1_000;

export function scheduleReconciliation(context: PaymentsContext) {
  const jobs = [
    runOneAtATime(context, () => reconcileIfDue(context, isCheckDue)),
    runOneAtATime(context, () => reconcileFullyIfDue(context, isFullCheckDue)),
  ];
  const look = () => Promise.all(jobs.map((job) => job()));
  const timer = setInterval(() => void look(), intervalMs).unref();
  return {
    look,
    async stop() {
      clearInterval(timer);
      const running = Promise.all(jobs.map((job) => job.running()));
      await Promise.race([running, sleep(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

function runOneAtATime(
  { stopping }: Pick<PaymentsContext, "stopping">,
  work: () => Promise<unknown>,
) {
  let running: Promise<void> | undefined;
  let began = 0;
  let lastError = "";

  async function run() {
    try {
      await work();
      lastError = "";
    } catch (error) {
      if (stopping.aborted || isDatabaseUnreachable(error)) return;
      // The same error is logged once, not each minute.
      const err = withoutQueryValues(error);
      if (String(err) !== lastError) log.error({ err }, "Reconciliation failed");
      lastError = String(err);
    }
  }

  const job = () => {
    if (running && performance.now() - began < maxRunMs) return running;
    began = performance.now();
    const own = run().finally(() => {
      if (running === own) running = undefined;
    });
    running = own;
    return own;
  };
  return Object.assign(job, { running: () => running });
}

export function isCheckDue(db: Queries): Promise<boolean> {
  return hasNoCheckSince(db, "any", checkDueAfterSeconds);
}

export function isFullCheckDue(db: Queries): Promise<boolean> {
  return hasNoCheckSince(db, "full", fullCheckDueAfterSeconds);
}
