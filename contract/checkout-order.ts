import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { carOfOrder, dollars, requestKey, text } from "./fields.ts";
import { order } from "./orders.ts";
import { legalPageSlugs } from "./rules/legal-pages.ts";

const version = z.int().check(z.minimum(0), z.maximum(1_000_000));

export const checkoutOrderCalls = {
  place: {
    method: "POST",
    path: "/checkout/place",
    summary:
      "Orders what is in the caller's basket, all of it or nothing, as one order to be paid at once. If its total is no longer `expectedTotal`, other versions of the legal texts than `legal` are in force, or what would be ordered is not that of `fingerprint`, `present` of the refusal is the checkout of now. The same key answers the first result again.",
    who: "signed-in",
    body: z.strictObject({
      key: requestKey,
      expectedTotal: dollars,
      car: z.optional(carOfOrder),
      /** That of the checkout that was shown. */
      fingerprint: z.optional(text(40)),
      legal: z.optional(z.partialRecord(z.enum(legalPageSlugs), version)),
    }),
    reply: order,
    refusals: ["conflict", "key-reused", "too-many"],
    rateLimit: { max: 300, seconds: 600, unverified: 60 },
  },
} as const satisfies Calls;
