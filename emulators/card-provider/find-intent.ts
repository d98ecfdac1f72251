import type Stripe from "stripe";
import type { CallContext } from "./api-call.ts";
import { invalidRequest, missingObject } from "./errors.ts";
import { requireParam } from "./read-params.ts";

export function findIntent(
  { store }: CallContext,
  id: string,
  param = "intent",
): Stripe.PaymentIntent {
  const intent = store.find("payment_intent", id);
  if (!intent) throw missingObject("payment_intent", id, param);
  return intent;
}

export function checkClientSecret(intent: Stripe.PaymentIntent, secret: string | undefined): void {
  if (requireParam(secret, "client_secret") === intent.client_secret) return;
  throw invalidRequest(
    "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    { code: "payment_intent_invalid_parameter", param: "client_secret" },
  );
}
