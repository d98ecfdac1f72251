// Money that came in and was not written down: the shop asks once more and writes it down itself.
import { withoutValues } from "#server/database/failures.ts";
import { log } from "#server/log/log.ts";
import { settleIntent } from "#server/payments/settle-payment.ts";
import type { Shop } from "#server/shop.ts";
import type { Found } from "./check-book.ts";

/** Whether it is written down now: as paid, or as money that goes back. */
export async function settleFound(shop: Shop, { intent, payment }: Found): Promise<boolean> {
  try {
    const { is } = await settleIntent(shop, intent, payment);
    return is === "paid" || is === "refunding";
  } catch (error) {
    if (shop.stopping.aborted) throw error;
    // One that fails must not hold up the check: it stays listed and is tried again.
    log.error({ err: withoutValues(error) }, `The payment ${intent} could not be settled`);
    return false;
  }
}
