import * as z from "zod/mini";
import { call } from "./call.ts";
import { filled, id } from "./fields.ts";
import { dollars } from "./money.ts";
import { order } from "./orders.ts";

/** After so many times no, or while it is disputed, a refund may be settled elsewhere. */
export const noesForGood = 3;
/** With these words an order's history says that; Manage All Orders offers it then. */
export const refusedForGood = "The card provider does not give it back";

/** How a dispute ends at the provider; in any other state it is still open. */
export const closedDisputes = ["won", "lost", "prevented", "warning_closed"];

export function isOpenDispute(state: string | null): boolean {
  return state !== null && !closedDisputes.includes(state);
}

export const paymentCalls = {
  /** The amount is the order's own total; `price` is only compared with it. */
  intent: call({
    method: "POST",
    path: "/create-payment-intent",
    who: "own",
    ownDeadline: true,
    body: z.strictObject({ price: dollars, order: z.optional(id) }),
    reply: z.object({ clientSecret: z.string() }),
    refusals: ["not-found", "conflict", "unavailable", "too-many"],
    pace: { most: 300, seconds: 600, unverified: 60 },
  }),
  /** What a browser needs to show the provider's card field; no secret of ours. */
  provider: call({
    method: "GET",
    path: "/card-provider",
    who: "signed-in",
    reply: z.object({ publishableKey: z.string(), script: z.string() }),
    refusals: [],
  }),
  /** The customer got the money in another way than by the provider, which refuses to refund it. */
  settleElsewhere: call({
    method: "POST",
    path: "/orders/:id/settled-elsewhere",
    who: "admin",
    params: { id },
    body: z.strictObject({ note: filled(500) }),
    reply: order,
    refusals: ["not-found", "conflict"],
    changes: ["parts", "orders"],
  }),
};
