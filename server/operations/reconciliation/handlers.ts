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

  /** Requests share a check, because each needs a dedicated connection. */
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
    check: async (_input, caller) => {
      const noted = await recordAction(context.db, caller, { action: "check-ledger" });
      const result = await checkOnce();
      return result ? { reply: { report: result }, noted } : busy;
    },
  };
}
