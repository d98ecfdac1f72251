import { lockTerms, readTerms } from "./price-terms.ts";
import { storeUses } from "./store.ts";

export const discountVerbs = { lockTerms, readTerms, storeUses };
export type DiscountVerbs = typeof discountVerbs;
