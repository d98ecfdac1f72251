import type { Basket, basketCalls } from "#contract/baskets.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { BasketsContext } from "./context.ts";
import { findOwner } from "./find-owner.ts";
import { listLiveLines } from "./live-lines.ts";
import { presentBasket } from "./present-basket.ts";
import { putIntoBasket } from "./put-lines.ts";
import { type Owner, removeLine } from "./store.ts";

export function basketHandlers(context: BasketsContext): Handlers<typeof basketCalls> {
  const { db, basketParts } = context;

  async function read(owner: Owner | undefined): Promise<Basket> {
    const lines = owner ? await listLiveLines(db, basketParts, owner) : [];
    return presentBasket(context, lines);
  }

  return {
    read: async (_given, caller) => read(await findOwner(context, caller)),
    put: putIntoBasket(context),
    remove: async ({ params }, caller) => {
      const owner = await findOwner(context, caller);
      if (owner) await removeLine(db, owner, params.part);
      return read(owner);
    },
  };
}
