import type { ShopModule } from "#server/module.ts";
import { basketCommentHandlers } from "./comments.ts";
import { basketHandlers } from "./handlers.ts";
import { sharedBasketHandlers } from "./share-basket.ts";
import { deleteForgottenBaskets, readOwnBasket, stopSharing } from "./store.ts";

export const baskets = {
  handlers: (context) => ({
    basket: basketHandlers(context),
    sharedBasket: sharedBasketHandlers(context),
    basketComments: basketCommentHandlers(context),
  }),
  accountEndings: { unverified: [stopSharing] },
  ownData: async ({ context: { db }, person }) => ({ basket: await readOwnBasket(db, person._id) }),
  expires: [deleteForgottenBaskets],
} satisfies ShopModule;
