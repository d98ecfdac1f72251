import type { paymentCalls } from "#contract/payments.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { PaymentsContext } from "./context.ts";
import { createIntent } from "./create-intent.ts";
import { providerOf } from "./provider-of.ts";
import { settleElsewhere } from "./settle-elsewhere.ts";

export function paymentHandlers(context: PaymentsContext): Handlers<typeof paymentCalls> {
  return {
    intent: createIntent(context),
    provider: async () => {
      const { publishableKey, script } = providerOf(context);
      return { publishableKey, script };
    },
    settleElsewhere: settleElsewhere(context),
  };
}
