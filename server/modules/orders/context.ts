import type { Context } from "#server/context.ts";
import type { findOrderablePart } from "#server/modules/catalog/find-orderable-part.ts";
import type { findPartByName } from "#server/modules/catalog/store.ts";
import type { FitmentVerbs } from "#server/modules/fitment/fitment-verbs.ts";
import type { InventoryVerbs } from "#server/modules/inventory/inventory-verbs.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";

/** Other modules' verbs are handed in, so that a call loads what it does itself and no more. */
export type OrdersContext = Context & {
  catalog: { findOrderablePart: typeof findOrderablePart; findPartByName: typeof findPartByName };
  fitment: FitmentVerbs;
  inventory: InventoryVerbs;
  letters: Letters;
  settings: ReadSettings;
};
