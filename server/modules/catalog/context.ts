import type { Context } from "#server/context.ts";
import type { InventoryVerbs } from "#server/modules/inventory/inventory-verbs.ts";

export type CatalogContext = Context & { inventory: Pick<InventoryVerbs, "openStock"> };
