import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { carOfOrder, id } from "./fields.ts";
import { order } from "./orders.ts";
import { dollars } from "./rules/money.ts";

export const checkoutOrderCalls = {
  place: {
    method: "POST",
    path: "/checkout/place",
    summary:
      "Orders what is in the caller's basket, all of it or nothing, as one order to be paid at once. If its total is no longer `expectedTotal`, `present` of the refusal is the checkout of now. The same key answers the first result again.",
    who: "signed-in",
    body: z.strictObject({ key: id, expectedTotal: dollars, car: z.optional(carOfOrder) }),
    reply: order,
    refusals: ["conflict", "key-reused", "too-many"],
    rateLimit: { max: 300, seconds: 600, unverified: 60 },
  },
} as const satisfies Calls;
