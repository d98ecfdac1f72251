import type { orderCalls } from "#contract/orders.ts";
import type { paymentCalls } from "#contract/payments.ts";
import type { Context } from "#server/context.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { requireProvider } from "#server/modules/payments/provider-types.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { cancelOrder } from "./cancel-order.ts";
import { createIntent } from "./create-intent.ts";
import { findHistory } from "./find-history.ts";
import { payOrder } from "./pay-order.ts";

export function paymentHandlers(
  context: Context,
): Omit<Handlers<typeof paymentCalls>, "settleElsewhere"> {
  return {
    intent: createIntent(context),
    provider: async () => {
      const { publishableKey, script } = requireProvider(context);
      return { publishableKey, script };
    },
  };
}

export function orderMoneyHandlers(
  context: Context,
): Pick<Handlers<typeof orderCalls>, "pay" | "remove" | "history"> {
  return {
    pay: payOrder(context),
    remove: cancelOrder(context),
    history: async ({ params }) => {
      const { timeZone } = (await context.settings()).company;
      return (await findHistory(context.db, params.id, timeZone)) ?? noSuchOrder;
    },
  };
}
