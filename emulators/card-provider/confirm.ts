import type Stripe from "stripe";
import { apiCall, type CallContext, type Caller } from "./api-call.ts";
import {
  type Billing,
  type Card,
  findOutcome,
  findTestCard,
  newPaymentMethod,
  readBilling,
  readCard,
} from "./cards.ts";
import { openChallenge } from "./challenges.ts";
import { chargeIntent } from "./charges.ts";
import { invalidRequest, missingObject, unexpectedState } from "./errors.ts";
import { checkClientSecret, findIntent } from "./find-intent.ts";
import { toBrowserIntent } from "./new-objects.ts";
import type { Form } from "./parse-form.ts";

type Given = { payment_method?: string; payment_method_data?: Form };

const confirm = apiCall({
  method: "POST",
  path: "/v1/payment_intents/:id/confirm",
  who: ["server", "browser"],
  params: {
    client_secret: "text",
    payment_method: "text",
    payment_method_data: "table",
    return_url: "text",
    receipt_email: "text",
    use_stripe_sdk: "boolean",
    expected_payment_method_type: "text",
    expand: "list",
  },
  act(context, params, { id, who }) {
    const intent = findIntent(context, id);
    if (who === "browser") checkClientSecret(intent, params.client_secret);
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
    const isNew = params.payment_method !== undefined || params.payment_method_data !== undefined;
    if (intent.status === "requires_action" && !isNew)
      return who === "browser" ? toBrowserIntent(intent) : intent;
    const { card, billing } = readMethod(params, who, intent);
    const after = pay(context, intent, card, billing);
    return who === "browser" ? toBrowserIntent(after) : after;
  },
});

function readMethod(given: Given, who: Caller, intent: Stripe.PaymentIntent) {
  const { payment_method: token, payment_method_data: data } = given;
  if (token) {
    const card = findTestCard(token);
    if (!card) throw missingObject("PaymentMethod", token, "payment_method");
    return { card, billing: readBilling(data?.billing_details) };
  }
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
  if (who === "server") {
    // Only browsers may send card numbers.
    throw invalidRequest(
      "Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you " +
        "use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.",
      {},
      402,
    );
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
