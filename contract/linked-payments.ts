import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { dollars, requiredText } from "./fields.ts";
import { order } from "./orders.ts";
import { begunPayment } from "./payments.ts";

const linked = { token: requiredText(200), price: dollars };

/** For whoever has the link of a letter, without an account. */
export const linkedPaymentCalls = {
  begin: {
    method: "POST",
    path: "/order-links/payment",
    summary:
      "Begins the payment of an order as POST /create-payment-intent does, for whoever has the token of a letter about the order.",
    who: "visitor",
    body: z.strictObject(linked),
    reply: z.extend(begunPayment, { publishableKey: z.string(), script: z.string() }),
    refusals: ["not-found", "conflict", "unavailable", "too-many"],
    rateLimit: { max: 60, seconds: 600 },
  },
  finish: {
    method: "POST",
    path: "/order-links/paid",
    summary:
      "Records a payment as PATCH /orders/:id does: the provider is asked, whatever is sent.",
    who: "visitor",
    body: z.strictObject({ ...linked, transactionId: requiredText(255) }),
    reply: order,
    refusals: ["not-found", "conflict", "unavailable", "too-many"],
    rateLimit: { max: 120, seconds: 600 },
  },
} as const satisfies Calls;
