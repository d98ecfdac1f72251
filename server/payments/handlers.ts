import type { paymentCalls } from "#contract/payments.ts";
import { type Handlers, notBuiltYet } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";

export function paymentHandlers(_shop: Shop): Handlers<typeof paymentCalls> {
  return { intent: notBuiltYet, provider: notBuiltYet };
}
