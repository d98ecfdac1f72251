import type { stockCalls } from "#contract/inventory.ts";
import type { Context } from "#server/context.ts";
import type { Undoes } from "#server/platform/audit/handlers.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { editStock, findStock, noSuchPart, type StockOrders, undoStock } from "./edit-stock.ts";

export function stockHandlers(
  { db }: Context,
  stockOrders: StockOrders,
): Handlers<typeof stockCalls> {
  return {
    one: async ({ params }) => (await findStock(db, params.id)) ?? noSuchPart,
    edit: ({ params, body }, caller) => editStock({ db, stockOrders }, caller, params.id, body),
  };
}

export const stockUndoes: Undoes = {
  "change-stock": undoStock,
};
