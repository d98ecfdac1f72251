import type { Checkout, checkoutCalls } from "#contract/checkout.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { CheckoutContext } from "./context.ts";
import { presentCheckout } from "./present-checkout.ts";
import { presentQuote, quoteBasket } from "./quote-basket.ts";
import { findCheckout, saveCheckout } from "./store.ts";

export function checkoutHandlers(context: CheckoutContext): Handlers<typeof checkoutCalls> {
  const { db, clock, baskets, basketParts, settings } = context;

  async function present(userId: string): Promise<Checkout> {
    const stored = await findCheckout(db, userId);
    const lines = await baskets.listLiveLines(db, basketParts, { userId });
    return presentCheckout(context, stored, lines, {
      settings: await settings(),
      now: clock.now(),
    });
  }

  return {
    estimate: async ({ body: destination }, caller) => {
      const owner = await baskets.findOwner(context, caller);
      const lines = owner ? await baskets.listLiveLines(db, basketParts, owner) : [];
      const given = { lines, destination, method: null, vatId: "" };
      const input = { ...given, settings: await settings(), now: clock.now() };
      return presentQuote(lines, quoteBasket(context, input));
    },
    read: async (_given, caller) => {
      // What was put in before the sign-in belongs to it.
      await baskets.findOwner(context, caller);
      return present(caller.person._id);
    },
    edit: async ({ body }, { person }) => {
      await saveCheckout(db, person._id, body);
      return present(person._id);
    },
  };
}
