import type { ShopModule } from "#server/module.ts";
import { userUndoes } from "./handlers.ts";
import { readOwnAccount } from "./own-account.ts";
import { personThings } from "./person-things.ts";

export const customers = {
  undo: userUndoes,
  records: { person: personThings },
  ownData: ({ context: { db, filterPicture }, person }) =>
    readOwnAccount(db, person._id, filterPicture),
} satisfies ShopModule;
