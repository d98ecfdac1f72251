import type { paymentCalls } from "#contract/payments.ts";
import type { Handlers } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";
import { createIntent } from "./create-intent.ts";
import { providerOf } from "./provider-of.ts";
import { settleElsewhere } from "./settle-elsewhere.ts";

export function paymentHandlers(shop: Shop): Handlers<typeof paymentCalls> {
  return {
    intent: createIntent(shop),
    provider: async () => {
      const { publishableKey, script } = providerOf(shop);
      return { publishableKey, script };
    },
    settleElsewhere: settleElsewhere(shop),
  };
}
