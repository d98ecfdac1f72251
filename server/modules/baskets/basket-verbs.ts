import { findOwner } from "./find-owner.ts";
import { listLiveLines, toLiveLines } from "./live-lines.ts";
import { listLines, lockBasket, removeParts } from "./store.ts";

/** What the checkout does with baskets. */
export const basketVerbs = {
  findOwner,
  listLines,
  listLiveLines,
  lockBasket,
  removeParts,
  toLiveLines,
};
export type BasketVerbs = typeof basketVerbs;
