import type { ReconciliationReport, reconciliationCalls } from "#contract/reconciliation.ts";
import { refuse } from "#contract/refusals.ts";
import type { PaymentsContext } from "#server/modules/payments/context.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { reconcileNow } from "./reconcile.ts";
import { findLastFullCheck, findLatestReport } from "./store.ts";

const busy = refuse("unavailable", "A check is running; its result comes in a moment.");

export function reconciliationHandlers(
  context: PaymentsContext,
): Handlers<typeof reconciliationCalls> {
  let running: Promise<ReconciliationReport | undefined> | undefined;

  /** Whoever asks meanwhile gets the same: each check holds a connection of its own. */
  function checkOnce() {
    running ??= reconcileNow(context).finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    latest: async () => ({
      report: await findLatestReport(context.db),
      lastFull: await findLastFullCheck(context.db),
    }),
    check: async (_given, caller) => {
      // Of what it mends nothing is the admin's doing, so it is only noted that they asked.
      const noted = await recordAction(context.db, caller, { action: "check-ledger" });
      const report = await checkOnce();
      return report ? { reply: { report }, noted } : busy;
    },
  };
}
