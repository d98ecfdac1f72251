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

export function checkClientSecret(
  intent: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, "object" | "client_secret">,
  secret: string | undefined,
): void {
  if (requireParam(secret, "client_secret") === intent.client_secret) return;
  const kind = intent.object === "setup_intent" ? "SetupIntent" : "PaymentIntent";
  throw invalidRequest(
    `The client_secret provided does not match the client_secret associated with the ${kind}.`,
    { code: `${intent.object}_invalid_parameter`, param: "client_secret" },
  );
}
