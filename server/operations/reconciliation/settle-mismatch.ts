import type { Context } from "#server/context.ts";
import { settleIntent } from "#server/modules/paying/settle-payment.ts";
import { withoutQueryValues } from "#server/platform/database/database-errors.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { Mismatch } from "./compare-provider.ts";

export async function settleMismatch(
  context: Context,
  { intent, payment }: Mismatch,
): Promise<boolean> {
  try {
    const { is } = await settleIntent(context, intent, payment);
    return is === "paid" || is === "refunding";
  } catch (error) {
    if (context.stopping.aborted) throw error;
    // It must not stop the check; the next check tries again.
    log.error({ err: withoutQueryValues(error) }, `The payment ${intent} could not be settled`);
    return false;
  }
}
