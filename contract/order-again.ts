import * as z from "zod/mini";
import { basket } from "./baskets.ts";
import type { Calls } from "./call.ts";
import { id, requiredText } from "./fields.ts";

const change = z.object({ number: z.string(), name: z.string(), says: z.string() });
export type ChangeSinceOrder = z.output<typeof change>;

const rules = {
  reply: z.object({ basket, changes: z.array(change) }),
  refusals: ["not-found", "conflict", "too-many"],
  rateLimit: { max: 600, seconds: 600 },
} as const;

export const orderAgainCalls = {
  again: {
    method: "POST",
    path: "/orders/:id/again",
    summary:
      "Puts the parts of an order into the caller's basket, or what replaced them, and says what has changed since: price, successor, stock. What is there already in a larger quantity stays so.",
    who: "own",
    params: { id },
    ...rules,
  },
  againByLink: {
    method: "POST",
    path: "/order-links/again",
    summary: "The same by the token of a letter about the order, signed in or not.",
    who: "visitor",
    body: z.strictObject({ token: requiredText(200) }),
    ...rules,
  },
} as const satisfies Calls;
