import type Stripe from "stripe";
import { apiCall, type CallContext } from "./api-call.ts";
import {
  type Billing,
  type Card,
  findOutcome,
  newPaymentMethod,
  readBilling,
  readCard,
} from "./cards.ts";
import { openChallenge } from "./challenges.ts";
import { chargeIntent } from "./charges.ts";
import { invalidRequest, unexpectedState } from "./errors.ts";
import { checkClientSecret, findIntent } from "./find-intent.ts";
import { toBrowserIntent } from "./new-objects.ts";
import type { Form } from "./parse-form.ts";

const confirm = apiCall({
  method: "POST",
  path: "/v1/payment_intents/:id/confirm",
  who: ["browser"],
  params: {
    client_secret: "text",
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
    const { payment_method_data: method } = params;
    if (intent.status === "requires_action" && !method) return toBrowserIntent(intent);
    const { card, billing } = readMethod(method, intent);
    return toBrowserIntent(pay(context, intent, card, billing));
  },
});

function readMethod(data: Form | undefined, intent: Stripe.PaymentIntent) {
  if (!data) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either " +
        "update the PaymentIntent with a payment method and then confirm it again, or confirm it " +
        "again directly with a payment method or ConfirmationToken.",
      intent,
    );
  }
  if (data.type !== "card" || typeof data.card !== "object") {
    throw invalidRequest("Invalid payment_method_data: this emulator exists cards only", {
      param: "payment_method_data[type]",
    });
  }
  return { card: readCard(data.card), billing: readBilling(data.billing_details) };
}

function pay(
  context: CallContext,
  intent: Stripe.PaymentIntent,
  card: Card,
  billing: Billing,
): Stripe.PaymentIntent {
  const method = newPaymentMethod(card, billing);
  context.store.save(method);
  const outcome = findOutcome(card);
  if (outcome.needsChallenge) return openChallenge(context, intent, method, outcome.refusal);
  return chargeIntent(context, intent, method, outcome.refusal);
}

export const confirmCalls = [confirm];
