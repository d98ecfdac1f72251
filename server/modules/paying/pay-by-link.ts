import type { linkedPaymentCalls } from "#contract/linked-payments.ts";
import { Refusal } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { findLinkedOrder } from "#server/modules/orders/order-links.ts";
import { deadLink } from "#server/modules/orders/refusals.ts";
import { requireProvider } from "#server/modules/payments/provider-types.ts";
import { findOrderAndLivePayment, findOrderAndPayment } from "#server/modules/payments/store.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { openCardPayment } from "./create-intent.ts";
import { finishPayment } from "./pay-order.ts";

export function linkedPaymentHandlers(context: Context): Handlers<typeof linkedPaymentCalls> {
  const { db } = context;
  return {
    begin: async ({ body: { token, price } }, caller) => {
      const linked = await findLinkedOrder(db, token);
      const found = linked && (await findOrderAndLivePayment(db, linked.id, "anybody"));
      if (!found) return deadLink;
      const begun = await openCardPayment(context, found, { price, caller });
      if (begun instanceof Refusal) return begun;
      const { publishableKey, script } = requireProvider(context);
      return { ...begun, publishableKey, script };
    },
    finish: async ({ body: { token, price, transactionId } }, caller) => {
      const linked = await findLinkedOrder(db, token);
      const found = linked && (await findOrderAndPayment(db, linked.id, "anybody", transactionId));
      if (!found) return deadLink;
      return finishPayment(context, found, { price, transactionId, caller });
    },
  };
}
