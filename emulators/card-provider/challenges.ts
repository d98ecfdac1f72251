// 3-D Secure: the bank asks its customer, on a page of its own, before it takes the money.
import type Stripe from "stripe";
import type { CallContext } from "./api-call.ts";
import type { Refusal } from "./cards.ts";
import { chargeIntent } from "./charges.ts";
import { newId, now } from "./ids.ts";

export type Challenge = {
  id: string;
  object: "challenge";
  created: number;
  intent: string;
  method: string;
  /** What the bank says to who turned out to be its customer. */
  refusal?: Refusal;
};

export function openChallenge(
  desk: CallContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  refusal?: Refusal,
): Stripe.PaymentIntent {
  const challenge: Challenge = {
    id: newId("tdsrc"),
    object: "challenge",
    created: now(),
    intent: intent.id,
    method: method.id,
    ...(refusal && { refusal }),
  };
  desk.ledger.save(challenge, intent.id);
  const asking: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_action",
    payment_method: method.id,
    last_payment_error: null,
    next_action: {
      type: "use_stripe_sdk",
      use_stripe_sdk: { type: "three_d_secure_redirect", source: challenge.id },
    },
  };
  desk.ledger.save(asking);
  desk.tell("payment_intent.requires_action", asking);
  return asking;
}

/** The intent that waits for this challenge and no other; a newer attempt makes older ones void. */
export function findOpenChallenge({ ledger }: Pick<CallContext, "ledger">, id: string) {
  const challenge = ledger.find("challenge", id);
  const intent = challenge && ledger.find("payment_intent", challenge.intent);
  if (!challenge || intent?.status !== "requires_action") return undefined;
  const asked = intent.next_action?.use_stripe_sdk as { source?: string } | undefined;
  return asked?.source === id ? { challenge, intent } : undefined;
}

/** What the customer did on the bank's page. Answers whether that was still asked for. */
export function answerChallenge(
  desk: CallContext,
  id: string,
  outcome: "complete" | "fail",
): boolean {
  const waiting = findOpenChallenge(desk, id);
  const method = waiting && desk.ledger.find("payment_method", waiting.challenge.method);
  if (!waiting || !method) return false;
  if (outcome === "complete") chargeIntent(desk, waiting.intent, method, waiting.challenge.refusal);
  else failAuthentication(desk, waiting.intent, method);
  return true;
}

function failAuthentication(
  desk: CallContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): void {
  const open: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: {
      code: "payment_intent_authentication_failure",
      message:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      payment_method: method,
      type: "invalid_request_error",
    },
  };
  desk.ledger.save(open);
  desk.tell("payment_intent.payment_failed", open);
}
