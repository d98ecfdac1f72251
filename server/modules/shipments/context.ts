import type { Context } from "#server/context.ts";
import type { InventoryVerbs } from "#server/modules/inventory/inventory-verbs.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { OrderVerbs } from "#server/modules/orders/order-verbs.ts";

export type ShipmentsContext = Context & {
  inventory: InventoryVerbs;
  letters: Letters;
  orders: OrderVerbs;
};
