import { lockTerms, readTerms } from "./price-terms.ts";
import { storeUses } from "./store.ts";

/** What baskets and the checkout do with discounts. */
export const discountVerbs = { lockTerms, readTerms, storeUses };
export type DiscountVerbs = typeof discountVerbs;
