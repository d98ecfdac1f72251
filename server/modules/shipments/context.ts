import type { Context } from "#server/context.ts";
import type { listBasketParts } from "#server/modules/catalog/list-basket-parts.ts";
import type { InventoryVerbs } from "#server/modules/inventory/inventory-verbs.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { OrderVerbs } from "#server/modules/orders/order-verbs.ts";
import type { writeInThread } from "#server/modules/papers/write-in-thread.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";

export type ShipmentsContext = Context & {
  inventory: InventoryVerbs;
  letters: Letters;
  orders: OrderVerbs;
};

export type PapersContext = ShipmentsContext & {
  basketParts: typeof listBasketParts;
  settings: ReadSettings;
  writePdf: typeof writeInThread;
};
