import { lockStock } from "./change-stock.ts";
import { chooseHold } from "./choose-hold.ts";
import { countHolds, networksOf } from "./count-holds.ts";
import { findStock } from "./edit-stock.ts";
import { releasePieces, restock, shipReserved } from "./move-goods.ts";
import { openStock } from "./open-stock.ts";
import { expireDue, reserveAgain, storeReservations } from "./reserve.ts";

export const inventoryVerbs = {
  chooseHold,
  countHolds,
  expireDue,
  findStock,
  lockStock,
  openStock,
  releasePieces,
  networksOf,
  shipReserved,
  reserveAgain,
  restock,
  storeReservations,
};
export type InventoryVerbs = typeof inventoryVerbs;
