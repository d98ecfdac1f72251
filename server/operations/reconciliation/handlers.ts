import type { ReconciliationReport, reconciliationCalls } from "#contract/reconciliation.ts";
import { refuse } from "#contract/refusals.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { findLastFullCheck, findLatestReport } from "./store.ts";

const busy = refuse("conflict", "A check is running; its result comes in a moment.");

type Check = () => Promise<ReconciliationReport | undefined>;

export function reconciliationHandlers(
  db: Database,
  check: Check,
): Handlers<typeof reconciliationCalls> {
  let running: ReturnType<Check> | undefined;

  /** Requests share a check, because each needs a dedicated connection. */
  function checkOnce() {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    latest: async () => ({
      report: await findLatestReport(db),
      lastFull: await findLastFullCheck(db),
    }),
    check: async (_input, caller) => {
      const noted = await recordAction(db, caller, { action: "check-ledger" });
      const result = await checkOnce();
      return result ? { reply: { report: result }, noted } : busy;
    },
  };
}
