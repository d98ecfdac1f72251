import type Stripe from "stripe";
import type { Desk } from "./desk.ts";
import { invalid, missing } from "./errors.ts";
import { needed } from "./params.ts";

export function intentOf({ ledger }: Desk, id: string, param = "intent"): Stripe.PaymentIntent {
  const intent = ledger.find("payment_intent", id);
  if (!intent) throw missing("payment_intent", id, param);
  return intent;
}

/** A browser shows by the intent's secret that the shop sent it. */
export function mustKnowSecret(intent: Stripe.PaymentIntent, secret: string | undefined): void {
  if (needed(secret, "client_secret") === intent.client_secret) return;
  throw invalid(
    "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    { code: "payment_intent_invalid_parameter", param: "client_secret" },
  );
}
