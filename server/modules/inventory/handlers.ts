import type { stockCalls } from "#contract/inventory.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { editStock, findStock, noSuchPart } from "./edit-stock.ts";

export function stockHandlers({ db }: Context): Handlers<typeof stockCalls> {
  return {
    one: async ({ params }) => (await findStock(db, params.id)) ?? noSuchPart,
    edit: ({ params, body }, caller) => editStock(db, caller, params.id, body),
  };
}
