import type { partCalls } from "#contract/parts.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handlers } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";
import { addPart, findPart, listParts, removePart } from "./store.ts";

const noSuchPart = refuse("not-found", "There is no such part. It may have been removed.");

export function partHandlers({ db }: Shop): Handlers<typeof partCalls> {
  return {
    list: ({ query }) => listParts(db, query),
    one: async ({ params }) => (await findPart(db, params.id)) ?? noSuchPart,
    add: async ({ body }) => ({ insertedId: await addPart(db, body) }),
    remove: async ({ params }) =>
      (await removePart(db, params.id)) ? { deletedCount: 1 } : noSuchPart,
  };
}
