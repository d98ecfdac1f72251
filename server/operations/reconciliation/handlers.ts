import type { LedgerReport, ledgerCalls } from "#contract/ledger.ts";
import { refuse } from "#contract/refusals.ts";
import type { PaymentsContext } from "#server/modules/payments/context.ts";
import { note } from "#server/platform/audit/note.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { checkLedgerNow } from "./check-ledger.ts";
import { lastFullCheck, latestReport } from "./store.ts";

const busy = refuse("unavailable", "A check is running; its result comes in a moment.");

export function ledgerHandlers(context: PaymentsContext): Handlers<typeof ledgerCalls> {
  let running: Promise<LedgerReport | undefined> | undefined;

  /** Whoever asks meanwhile gets the same: each check holds a connection of its own. */
  function checkOnce() {
    running ??= checkLedgerNow(context).finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    latest: async () => ({
      report: await latestReport(context.db),
      lastFull: await lastFullCheck(context.db),
    }),
    check: async (_given, caller) => {
      // Of what it mends nothing is the admin's doing, so it is only noted that they asked.
      const noted = await note(context.db, caller, { action: "check-ledger" });
      const report = await checkOnce();
      return report ? { reply: { report }, noted } : busy;
    },
  };
}
