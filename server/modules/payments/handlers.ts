import type { paymentCalls } from "#contract/payments.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { PaymentsContext } from "./context.ts";
import { createIntent } from "./create-intent.ts";
import { markRefundedManually } from "./mark-refunded-manually.ts";
import { requireProvider } from "./require-provider.ts";

export function paymentHandlers(context: PaymentsContext): Handlers<typeof paymentCalls> {
  return {
    intent: createIntent(context),
    provider: async () => {
      const { publishableKey, script } = requireProvider(context);
      return { publishableKey, script };
    },
    settleElsewhere: markRefundedManually(context),
  };
}
