import type { Basket, basketCalls } from "#contract/baskets.ts";
import type { Context } from "#server/context.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { addCode } from "./add-code.ts";
import { findOwner, readOwnerTerms } from "./find-owner.ts";
import { listLiveLines } from "./live-lines.ts";
import { presentBasket } from "./present-basket.ts";
import { addToBasket, putIntoBasket } from "./put-lines.ts";
import { findTerms, lockBasket, markRead, type Owner, removeLine, saveCodes } from "./store.ts";

export function basketHandlers(context: Context): Handlers<typeof basketCalls> {
  const { db } = context;

  async function read(owner: Owner | undefined): Promise<Basket> {
    const lines = owner ? await listLiveLines(db, owner) : [];
    return presentBasket(lines, await readOwnerTerms(context, owner));
  }

  return {
    read: async (_given, caller) => {
      const owner = await findOwner(context, caller);
      if (owner) await markRead(db, owner);
      return read(owner);
    },
    put: putIntoBasket(context),
    add: addToBasket(context),
    remove: async ({ params }, caller) => {
      const owner = await findOwner(context, caller);
      if (owner) await removeLine(db, owner, params.part);
      return read(owner);
    },
    addCode: addCode(context, read),
    removeCode: async ({ params }, caller) => {
      const owner = await findOwner(context, caller);
      if (!owner) return read(owner);
      await inTransaction(db, async (tx) => {
        const basketId = await lockBasket(tx, owner);
        const { codes } = await findTerms(tx, owner);
        const left = codes.filter((code) => code !== params.code);
        await saveCodes(tx, basketId, left);
      });
      return read(owner);
    },
  };
}
