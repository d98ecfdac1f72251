import type Stripe from "stripe";
import { apiCall, type CallContext } from "./api-call.ts";
import { findOutcome, newPaymentMethod, type Outcome, toCardOutcome } from "./cards.ts";
import { openChallenge } from "./challenges.ts";
import { chargeIntent } from "./charges.ts";
import { unexpectedState } from "./errors.ts";
import { checkClientSecret, findIntent } from "./find-intent.ts";
import { toBrowserIntent } from "./new-objects.ts";
import type { Form } from "./parse-form.ts";
import { findUsableMethod } from "./payment-methods.ts";
import { readNewCard } from "./read-new-card.ts";

const confirm = apiCall({
  method: "POST",
  path: "/v1/payment_intents/:id/confirm",
  who: ["browser"],
  params: {
    client_secret: "text",
    payment_method: "text",
    payment_method_data: "table",
    return_url: "text",
    use_stripe_sdk: "boolean",
    expected_payment_method_type: "text",
  },
  act(context, params, { id }) {
    const intent = findIntent(context, id);
    checkClientSecret(intent, params.client_secret);
    if (intent.status === "succeeded") {
      throw unexpectedState(
        "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
        intent,
      );
    }
    if (intent.status === "canceled") {
      throw unexpectedState(
        "You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent " +
          "with one of the following statuses may be confirmed: requires_confirmation, requires_action.",
        intent,
      );
    }
    const { payment_method: saved, payment_method_data: data } = params;
    if (intent.status === "requires_action" && !data && !saved) return toBrowserIntent(intent);
    return toBrowserIntent(pay(context, intent, readMethod(context, intent, saved, data)));
  },
});

type Method = { method: Stripe.PaymentMethod; outcome: Outcome };

function readMethod(
  context: CallContext,
  intent: Stripe.PaymentIntent,
  saved: string | undefined,
  data: Form | undefined,
): Method {
  if (data) {
    const { card, billing } = readNewCard(data);
    const method = newPaymentMethod(card, billing);
    const outcome = findOutcome(card);
    context.store.save(method);
    context.store.save(toCardOutcome(method, outcome));
    return { method, outcome };
  }
  const id = saved ?? intent.payment_method;
  if (id) return findUsableMethod(context, String(id), intent.customer);
  throw unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either " +
      "update the PaymentIntent with a payment method and then confirm it again, or confirm it " +
      "again directly with a payment method or ConfirmationToken.",
    intent,
  );
}

function pay(
  context: CallContext,
  intent: Stripe.PaymentIntent,
  { method, outcome }: Method,
): Stripe.PaymentIntent {
  if (outcome.needsChallenge) return openChallenge(context, intent, method, outcome.refusal);
  return chargeIntent(context, intent, method, outcome.refusal);
}

export const confirmCalls = [confirm];
