import type { cardCalls } from "#contract/cards.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import {
  findOwnCard,
  noSuchCard,
  withCustomer,
} from "#server/modules/payments/provider-customers.ts";
import {
  ProviderDown,
  ProviderRejected,
  requireProvider,
} from "#server/modules/payments/provider-types.ts";
import { findLivePayment } from "#server/modules/payments/store.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { createIntent, providerDown } from "./create-intent.ts";

const notAccepted = refuse(
  "conflict",
  "This payment has changed meanwhile, and nothing was charged by this page. Please load it again.",
);

/** The browser names the card to the provider; this checks its owner, and says whose cards may pay. */
export function prepareIntent(context: Context): Handler<typeof cardCalls.prepare> {
  const begin = createIntent(context);
  return async ({ params: { id: order }, body: { price, card, save = false } }, caller) => {
    const userId = caller.person._id;
    const begun = await begin({ params: {}, query: {}, body: { price, order } }, caller);
    if (begun instanceof Refusal) return begun;
    caller.replyWhenLate = providerDown;
    try {
      const own = card === undefined ? undefined : await findOwnCard(context, userId, card);
      if (card !== undefined && !own) return noSuchCard;
      const intentId = (await findLivePayment(context.db, order))?.intentId;
      if (!intentId) return notAccepted;
      const { prepareIntent: prepare } = requireProvider(context);
      const prepareFor = (customerId?: string) =>
        prepare(intentId, { ...(customerId && { customerId }), savesCard: save && !own });
      const isForCustomer = own === undefined && save;
      const intent = isForCustomer
        ? await withCustomer(context, userId, prepareFor)
        : await prepareFor(own?.customerId);
      return { ...begun, clientSecret: intent.clientSecret };
    } catch (error) {
      if (error instanceof ProviderDown) return providerDown;
      if (error instanceof ProviderRejected) return notAccepted;
      throw error;
    }
  };
}
