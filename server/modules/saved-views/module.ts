import type { ShopModule } from "#server/module.ts";
import { savedViewHandlers } from "./handlers.ts";
import { readOwnViews } from "./store.ts";

export const savedViews = {
  handlers: (context) => ({ savedViews: savedViewHandlers(context) }),
  ownData: async ({ context: { db }, person }) => ({
    savedViews: await readOwnViews(db, person._id),
  }),
} satisfies ShopModule;
