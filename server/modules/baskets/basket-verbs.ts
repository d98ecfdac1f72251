import { addParts } from "./add-parts.ts";
import { findOwner, readOwnerTerms } from "./find-owner.ts";
import { listLiveLines, toLiveLines } from "./live-lines.ts";
import { findTerms, forgetCodes, listLines, lockBasket, partIdsOf, removeParts } from "./store.ts";

export const basketVerbs = {
  addParts,
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
