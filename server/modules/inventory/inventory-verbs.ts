import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { lockStock } from "./change-stock.ts";
import { chooseHold } from "./choose-hold.ts";
import { countHolds } from "./count-holds.ts";
import { expireDue, storeReservations } from "./reserve.ts";

/** What placing an order does with the stock. */
export const inventoryVerbs = {
  chooseHold,
  countHolds,
  expireDue,
  lockStock,
  networkOf: addressPrefix,
  storeReservations,
};
export type InventoryVerbs = typeof inventoryVerbs;
