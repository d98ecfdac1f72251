import { findSpentDiscounts, lockTerms, readTerms } from "./price-terms.ts";
import { storeUses } from "./store.ts";

export const discountVerbs = { findSpentDiscounts, lockTerms, readTerms, storeUses };
export type DiscountVerbs = typeof discountVerbs;
