import type { Context } from "#server/context.ts";
import type { findPart } from "#server/modules/catalog/store.ts";
import type { InventoryVerbs } from "#server/modules/inventory/inventory-verbs.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";

export type StockAlertsContext = Context & {
  catalog: { findPart: typeof findPart };
  inventory: Pick<InventoryVerbs, "lockStock">;
  letters: Pick<Letters, "addStockLetter">;
};
