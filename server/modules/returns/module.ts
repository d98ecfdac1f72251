import type { ShopModule } from "#server/module.ts";
import { toOrderReaders } from "#server/modules/orders/to-order-readers.ts";
import { depositHandlers } from "./deposit-handlers.ts";
import { forfeitCoresJob } from "./forfeit-cores.ts";
import { returnHandlers } from "./handlers.ts";
import { readOwnReturns } from "./read-own-returns.ts";
import { returnLetters } from "./return-letters.ts";

export const returns = {
  handlers: (context) => ({
    returns: returnHandlers(context),
    deposits: depositHandlers(context),
  }),
  jobs: (context) => [forfeitCoresJob(context)],
  emails: (context) => toOrderReaders(context.db, returnLetters(context)),
  ownData: async ({ context: { db }, person }) => ({
    returns: await readOwnReturns(db, person._id),
  }),
} satisfies ShopModule;
