import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { lockStock } from "./change-stock.ts";
import { chooseHold } from "./choose-hold.ts";
import { countHolds } from "./count-holds.ts";
import { shipReserved } from "./move-goods.ts";
import { openStock } from "./open-stock.ts";
import { expireDue, storeReservations } from "./reserve.ts";

export const inventoryVerbs = {
  chooseHold,
  countHolds,
  expireDue,
  lockStock,
  openStock,
  networkOf: addressPrefix,
  shipReserved,
  storeReservations,
};
export type InventoryVerbs = typeof inventoryVerbs;
