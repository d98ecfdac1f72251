import type Stripe from "stripe";
import type { CallContext } from "./api-call.ts";
import type { Refusal } from "./cards.ts";
import { cardError } from "./errors.ts";
import { newCharge } from "./new-objects.ts";
import { attach } from "./payment-methods.ts";

/** Thrown after the declined charge was stored. */
export class DeclinedError extends Error {
  readonly error: ReturnType<typeof cardError>;
  constructor(error: ReturnType<typeof cardError>) {
    super(error.message);
    this.error = error;
  }
}

export function chargeIntent(
  context: CallContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  refusal?: Refusal,
): Stripe.PaymentIntent {
  const made = newCharge(intent, method, refusal);
  context.store.save(made, intent.id);
  if (refusal) return decline(context, intent, method, made, refusal);
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: made.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  };
  context.store.save(paid);
  if (intent.setup_future_usage && intent.customer && !method.customer) {
    attach(context, method, String(intent.customer));
  }
  context.publish("charge.succeeded", made);
  context.publish("payment_intent.succeeded", paid);
  return paid;
}

function decline(
  context: CallContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  made: Stripe.Charge,
  { code, message, declineCode }: Refusal,
): never {
  const error = {
    charge: made.id,
    code,
    ...(declineCode && { decline_code: declineCode }),
    message,
    payment_method: method,
  };
  const open: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_payment_method",
    latest_charge: made.id,
    payment_method: null,
    last_payment_error: {
      ...error,
      code: code as Stripe.PaymentIntent.LastPaymentError.Code,
      type: "card_error",
    },
    next_action: null,
  };
  context.store.save(open);
  context.publish("charge.failed", made);
  context.publish("payment_intent.payment_failed", open);
  throw new DeclinedError(cardError(code, message, { ...error, payment_intent: open }));
}
