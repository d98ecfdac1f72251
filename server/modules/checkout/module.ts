import type { ShopModule } from "#server/module.ts";
import { checkoutHandlers } from "./handlers.ts";
import { orderAgain, orderAgainByLink } from "./order-again.ts";
import { phoneOrderHandlers } from "./phone-order.ts";
import { placeCheckout } from "./place-checkout.ts";
import { forgetCheckout, readOwnCheckout } from "./store.ts";

export const checkout = {
  handlers: (context, { accountEndings }) => ({
    checkout: checkoutHandlers(context),
    checkoutOrder: { place: placeCheckout(context) },
    phoneOrders: phoneOrderHandlers(context, accountEndings),
    orderAgain: { again: orderAgain(context), againByLink: orderAgainByLink(context) },
  }),
  accountEndings: { unverified: [forgetCheckout] },
  ownData: async ({ context: { db }, person }) => ({
    checkout: await readOwnCheckout(db, person._id),
  }),
} satisfies ShopModule;
