// Realistic data; callers set only what matters to them.

import type { NewPart } from "#contract/part-edits.ts";
import type { NewReview } from "#contract/reviews.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { NewPartType } from "#server/modules/catalog/add-part-types.ts";

export function aPart(
  part: Partial<Omit<NewPart, "price">> & { priceCents?: number } = {},
): NewPart {
  const { priceCents = 4_550, ...rest } = part;
  return {
    name: "Ventilated Brake Disc, 312 mm, Front Axle",
    img: "",
    description: "Grey cast iron GG-20, 25 mm thick, 47 curved vanes, balanced and zinc-coated.",
    minimumQuantity: 4,
    availablQuantity: 400,
    price: toDollars(priceCents),
    ...rest,
  };
}

export function aPartType(type: Partial<NewPartType> = {}): NewPartType {
  return { slug: "brake-discs", name: "Brake discs", ...type };
}

export function aReview(review: Partial<NewReview> = {}): NewReview {
  return {
    name: "Jonas Berg",
    ratting: 5,
    img: "",
    description: "Ordered on Monday, fitted on Thursday, and every hole was where it should be.",
    ...review,
  };
}
