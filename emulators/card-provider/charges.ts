import type Stripe from "stripe";
import type { CallContext } from "./api-call.ts";
import type { Refusal } from "./cards.ts";
import { cardError } from "./errors.ts";
import { newCharge } from "./new-objects.ts";

/** An answer that is no, of an attempt that is on record all the same. */
export class DeclinedError extends Error {
  readonly error: ReturnType<typeof cardError>;
  constructor(error: ReturnType<typeof cardError>) {
    super(error.message);
    this.error = error;
  }
}

/** The bank takes the money, or does not. */
export function chargeIntent(
  desk: CallContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  refusal?: Refusal,
): Stripe.PaymentIntent {
  const made = newCharge(intent, method, refusal);
  desk.ledger.save(made, intent.id);
  if (refusal) return decline(desk, intent, method, made, refusal);
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: made.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  };
  desk.ledger.save(paid);
  desk.tell("charge.succeeded", made);
  desk.tell("payment_intent.succeeded", paid);
  return paid;
}

function decline(
  desk: CallContext,
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
  desk.ledger.save(open);
  desk.tell("charge.failed", made);
  desk.tell("payment_intent.payment_failed", open);
  throw new DeclinedError(cardError(code, message, { ...error, payment_intent: open }));
}
