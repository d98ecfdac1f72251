import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { dollars, id, requiredText } from "./fields.ts";
import { order } from "./orders.ts";

export const begunPayment = z.object({
  clientSecret: z.string(),
  /** Null: the stock is not reserved, so the payment is refunded if it is gone when the money comes. */
  heldUntil: z.nullable(z.string()),
});

export const paymentCalls = {
  intent: {
    method: "POST",
    path: "/create-payment-intent",
    summary:
      "Creates a payment intent and answers its client secret. The amount is the order's own total; `price` is only compared with it. `heldUntil` says until when the stock is reserved; null where the bounds on reservations allow none, and then what is gone when the money comes is refunded. Where a discount of the order was used up after its reservation ended, the call is refused; `present.total` is the total of the same parts without codes.",
    who: "own",
    body: z.strictObject({ price: dollars, order: z.optional(id) }),
    reply: begunPayment,
    refusals: ["not-found", "conflict", "unavailable", "too-many"],
    rateLimit: { max: 300, seconds: 600, unverified: 60 },
  },
  provider: {
    method: "GET",
    path: "/card-provider",
    summary: "Answers the address of the card provider's script and the publishable key.",
    who: "signed-in",
    reply: z.object({ publishableKey: z.string(), script: z.string() }),
    refusals: [],
  },
  settleElsewhere: {
    method: "POST",
    path: "/orders/:id/settled-elsewhere",
    summary: "Records that a refund which the card provider rejects was paid by other means.",
    who: "admin",
    area: "orders",
    confirm: "admins",
    params: { id },
    body: z.strictObject({ note: requiredText(500) }),
    reply: order,
    refusals: ["not-found", "conflict"],
  },
} as const satisfies Calls;
