import type Stripe from "stripe";
import type { CallContext } from "./api-call.ts";
import type { Refusal } from "./cards.ts";
import { DeclinedError } from "./charges.ts";
import { cardError } from "./errors.ts";
import { attach } from "./payment-methods.ts";

export function finishSetup(
  context: CallContext,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  refusal?: Refusal,
): Stripe.SetupIntent {
  if (refusal) return refuseSetup(context, intent, method, refusal);
  const done: Stripe.SetupIntent = {
    ...intent,
    status: "succeeded",
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  };
  context.store.save(done);
  if (intent.customer) attach(context, method, String(intent.customer));
  context.publish("setup_intent.succeeded", done);
  return done;
}

export function failSetup(
  context: CallContext,
  intent: Stripe.SetupIntent,
  error: Partial<Stripe.SetupIntent.LastSetupError>,
): Stripe.SetupIntent {
  const open: Stripe.SetupIntent = {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_setup_error: error as Stripe.SetupIntent.LastSetupError,
  };
  context.store.save(open);
  context.publish("setup_intent.setup_failed", open);
  return open;
}

function refuseSetup(
  context: CallContext,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  { code, message, declineCode }: Refusal,
): never {
  const error = {
    code,
    ...(declineCode && { decline_code: declineCode }),
    message,
    payment_method: method,
  };
  const failed = { ...error, type: "card_error" };
  const open = failSetup(context, intent, failed as Partial<Stripe.SetupIntent.LastSetupError>);
  throw new DeclinedError(cardError(code, message, { ...error, setup_intent: open }));
}
