import * as z from "zod/mini";
import { comments } from "./basket-comments.ts";
import { basket } from "./baskets.ts";
import type { Calls } from "./call.ts";
import { requiredText } from "./fields.ts";

const rateLimit = { max: 600, seconds: 600 } as const;

export const sharedBasketCalls = {
  share: {
    method: "POST",
    path: "/basket/share",
    summary:
      "Makes a link by which others can see the caller's basket, for 30 days. A former link ends.",
    who: "visitor",
    reply: z.object({ token: z.string(), until: z.iso.datetime() }),
    refusals: ["conflict", "too-many"],
    rateLimit: { max: 60, seconds: 600 },
  },
  stop: {
    method: "DELETE",
    path: "/basket/share",
    summary: "Ends the link to the caller's basket.",
    who: "visitor",
    reply: z.object({ ended: z.literal(true) }),
    refusals: ["too-many"],
    rateLimit,
  },
  read: {
    method: "POST",
    path: "/basket/shared",
    summary:
      "Answers the basket behind a link, at the prices of this moment for everybody. Nothing says whose it is.",
    who: "visitor",
    body: z.strictObject({ token: requiredText(100, "The link is not complete") }),
    reply: z.object({ basket, until: z.iso.datetime(), comments }),
    refusals: ["gone", "too-many"],
    rateLimit,
  },
} as const satisfies Calls;
