import type { ShopModule } from "#server/module.ts";
import { wishHandlers } from "./handlers.ts";
import { readOwnWishes } from "./own-wishes.ts";

export const wishes = {
  handlers: (context) => ({ wishes: wishHandlers(context) }),
  ownData: async ({ context: { db }, person }) => ({ wishes: await readOwnWishes(db, person._id) }),
} satisfies ShopModule;
