import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { dollars, id, requiredText } from "./fields.ts";
import { begunPayment } from "./payments.ts";

/** Kept by the card provider; the shop stores nothing of it. */
const savedCard = z.object({
  _id: z.string(),
  brand: z.string(),
  lastDigits: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
});
export type SavedCard = z.output<typeof savedCard>;

const cardId = requiredText(200, "Which card?");

export const cardCalls = {
  list: {
    method: "GET",
    path: "/cards",
    summary: "Lists the cards that the caller saved at the card provider.",
    who: "signed-in",
    reply: z.array(savedCard),
    refusals: ["too-many", "unavailable"],
    // Each asks the provider, whose limit is one for all customers.
    rateLimit: { max: 300, seconds: 600, unverified: 60 },
  },
  add: {
    method: "POST",
    path: "/cards/setup",
    summary:
      "Answers a client secret by which the caller's browser saves a card at the card provider, without a payment.",
    who: "signed-in",
    reply: z.object({ clientSecret: z.string() }),
    refusals: ["too-many", "unavailable"],
    rateLimit: { max: 30, seconds: 3_600, unverified: 10 },
  },
  remove: {
    method: "DELETE",
    path: "/cards/:id",
    summary: "Has the card provider forget a card of the caller.",
    who: "own",
    params: { id: cardId },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found", "too-many", "unavailable"],
    rateLimit: { max: 100, seconds: 3_600 },
  },
  /** The payment is created by it, if there is none yet. */
  prepare: {
    method: "POST",
    path: "/orders/:id/pay",
    summary:
      "Prepares the payment of an order: by a saved card of the caller, or by a new one that is saved if `save` says so. Answers the client secret by which the browser pays.",
    who: "own",
    params: { id },
    body: z.strictObject({
      price: dollars,
      card: z.optional(cardId),
      save: z.optional(z.boolean()),
    }),
    reply: begunPayment,
    refusals: ["not-found", "conflict", "unavailable", "too-many"],
    rateLimit: { max: 300, seconds: 600, unverified: 60 },
  },
} as const satisfies Calls;
