import { addParts } from "./add-parts.ts";
import { findOrCreateOwner, findOwner, readOwnerTerms } from "./find-owner.ts";
import { listLiveLines, toLiveLines } from "./live-lines.ts";
import { findTerms, forgetCodes, listLines, lockBasket, partIdsOf, removeParts } from "./store.ts";

export const basketVerbs = {
  addParts,
  findOrCreateOwner,
  findOwner,
  findTerms,
  forgetCodes,
  readOwnerTerms,
  listLines,
  listLiveLines,
  lockBasket,
  partIdsOf,
  removeParts,
  toLiveLines,
};
export type BasketVerbs = typeof basketVerbs;
