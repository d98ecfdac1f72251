// Emulates 3-D Secure challenges.
import type Stripe from "stripe";
import type { CallContext } from "./api-call.ts";
import type { Challenge, Refusal } from "./cards.ts";
import { chargeIntent } from "./charges.ts";
import { failSetup, finishSetup } from "./finish-setup.ts";
import { newId, now } from "./ids.ts";

type AnyIntent = Stripe.PaymentIntent | Stripe.SetupIntent;

export function openChallenge<Of extends AnyIntent>(
  context: CallContext,
  intent: Of,
  method: Stripe.PaymentMethod,
  refusal?: Refusal,
): Of {
  const challenge: Challenge = {
    id: newId("tdsrc"),
    object: "challenge",
    created: now(),
    intent: intent.id,
    method: method.id,
    ...(refusal && { refusal }),
  };
  context.store.save(challenge, intent.id);
  const isSetup = intent.object === "setup_intent";
  const updated: Of = {
    ...intent,
    status: "requires_action",
    payment_method: method.id,
    [isSetup ? "last_setup_error" : "last_payment_error"]: null,
    next_action: {
      type: "use_stripe_sdk",
      use_stripe_sdk: { type: "three_d_secure_redirect", source: challenge.id },
    },
  };
  context.store.save(updated);
  context.publish(`${intent.object}.requires_action`, updated);
  return updated;
}

/** Undefined if superseded by a newer attempt. */
export function findOpenChallenge({ store }: Pick<CallContext, "store">, id: string) {
  const challenge = store.find("challenge", id);
  const intent =
    challenge &&
    (store.find("payment_intent", challenge.intent) ??
      store.find("setup_intent", challenge.intent));
  if (!challenge || intent?.status !== "requires_action") return undefined;
  const current = intent.next_action?.use_stripe_sdk as { source?: string } | undefined;
  return current?.source === id ? { challenge, intent } : undefined;
}

/** Returns false if the challenge is no longer open. */
export function answerChallenge(
  context: CallContext,
  id: string,
  outcome: "complete" | "fail",
): boolean {
  const found = findOpenChallenge(context, id);
  const method = found && context.store.find("payment_method", found.challenge.method);
  if (!found || !method) return false;
  const { intent, challenge } = found;
  if (outcome === "fail") failAuthentication(context, intent, method);
  else if (intent.object === "setup_intent")
    finishSetup(context, intent, method, challenge.refusal);
  else chargeIntent(context, intent, method, challenge.refusal);
  return true;
}

const failureMessage =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

function failAuthentication(
  context: CallContext,
  intent: AnyIntent,
  method: Stripe.PaymentMethod,
): void {
  const error = { message: failureMessage, type: "invalid_request_error" as const };
  if (intent.object === "setup_intent") {
    const code = "setup_intent_authentication_failure";
    failSetup(context, intent, { ...error, code, payment_method: method });
    return;
  }
  const updated: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: {
      ...error,
      code: "payment_intent_authentication_failure",
      payment_method: method,
    },
  };
  context.store.save(updated);
  context.publish("payment_intent.payment_failed", updated);
}
