import * as z from "zod/mini";
import { call } from "./call.ts";
import { id } from "./fields.ts";
import { dollars } from "./money.ts";

export const paymentCalls = {
  /** The amount is the order's own total; `price` is only compared with it. */
  intent: call({
    method: "POST",
    path: "/create-payment-intent",
    who: "own",
    body: z.strictObject({ price: dollars, order: z.optional(id) }),
    reply: z.object({ clientSecret: z.string() }),
    refusals: ["not-found", "conflict", "unavailable"],
  }),
  /** What a browser needs to show the provider's card field; no secret of ours. */
  provider: call({
    method: "GET",
    path: "/card-provider",
    who: "signed-in",
    reply: z.object({ publishableKey: z.string(), script: z.string() }),
    refusals: [],
  }),
};
