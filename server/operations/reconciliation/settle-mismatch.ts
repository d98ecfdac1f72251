// Money that came in and was not written down: the shop asks once more and writes it down itself.

import type { PaymentsContext } from "#server/modules/payments/context.ts";
import { settleIntent } from "#server/modules/payments/settle-payment.ts";
import { withoutQueryValues } from "#server/platform/database/database-errors.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { Mismatch } from "./compare-provider.ts";

/** Whether it is written down now: as paid, or as money that goes back. */
export async function settleMismatch(
  context: PaymentsContext,
  { intent, payment }: Mismatch,
): Promise<boolean> {
  try {
    const { is } = await settleIntent(context, intent, payment);
    return is === "paid" || is === "refunding";
  } catch (error) {
    if (context.stopping.aborted) throw error;
    // One that fails must not hold up the check: it stays listed and is tried again.
    log.error({ err: withoutQueryValues(error) }, `The payment ${intent} could not be settled`);
    return false;
  }
}
