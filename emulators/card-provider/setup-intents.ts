// Saving a card without a payment.
import type Stripe from "stripe";
import { apiCall, type CallContext } from "./api-call.ts";
import { findOutcome, newPaymentMethod, type Refusal, toCardOutcome } from "./cards.ts";
import { openChallenge } from "./challenges.ts";
import { requireCustomer } from "./customers.ts";
import { invalidRequest, missingObject } from "./errors.ts";
import { checkClientSecret } from "./find-intent.ts";
import { finishSetup } from "./finish-setup.ts";
import { newSetupIntent, toBrowserIntent } from "./new-objects.ts";
import type { Form } from "./parse-form.ts";
import { readNewCard } from "./read-new-card.ts";
import { readChoice, readMetadata, readTypes, requireParam } from "./read-params.ts";

const usages = ["on_session", "off_session"] as const;

const create = apiCall({
  method: "POST",
  path: "/v1/setup_intents",
  who: ["server"],
  params: {
    customer: "text",
    metadata: "table",
    payment_method_types: "list",
    usage: "text",
  },
  act(context, { customer, metadata, payment_method_types: types, usage }) {
    readTypes(types);
    if (customer !== undefined) requireCustomer(context, customer);
    const intent = newSetupIntent({
      customer: customer ?? null,
      metadata: readMetadata(metadata),
      usage: readChoice(usage, usages, "usage") ?? "off_session",
    });
    context.store.save(intent);
    context.publish("setup_intent.created", intent);
    return intent;
  },
});

const retrieve = apiCall({
  method: "GET",
  path: "/v1/setup_intents/:id",
  who: ["server", "browser"],
  params: { client_secret: "text" },
  act(context, params, { id, who }) {
    const intent = findSetup(context, id);
    if (who === "server") return intent;
    checkClientSecret(intent, params.client_secret);
    return toBrowserIntent(intent);
  },
});

const confirm = apiCall({
  method: "POST",
  path: "/v1/setup_intents/:id/confirm",
  who: ["browser"],
  params: {
    client_secret: "text",
    payment_method_data: "table",
    return_url: "text",
    use_stripe_sdk: "boolean",
    expected_payment_method_type: "text",
  },
  act(context, params, { id }) {
    const intent = findSetup(context, id);
    checkClientSecret(intent, params.client_secret);
    if (intent.status === "succeeded" || intent.status === "canceled") {
      throw invalidRequest(
        `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
        { code: "setup_intent_unexpected_state", setup_intent: intent },
      );
    }
    return toBrowserIntent(setUp(context, intent, params.payment_method_data));
  },
});

function setUp(
  context: CallContext,
  intent: Stripe.SetupIntent,
  data: Form | undefined,
): Stripe.SetupIntent {
  const { card, billing } = readNewCard(requireParam(data, "payment_method_data"));
  const method = newPaymentMethod(card, billing);
  const outcome = findOutcome(card);
  context.store.save(method);
  context.store.save(toCardOutcome(method, outcome));
  const refusal: Refusal | undefined = outcome.attaches ? undefined : outcome.refusal;
  if (outcome.needsChallenge) return openChallenge(context, intent, method, refusal);
  return finishSetup(context, intent, method, refusal);
}

function findSetup({ store }: CallContext, id: string): Stripe.SetupIntent {
  const intent = store.find("setup_intent", id);
  if (!intent) throw missingObject("setupintent", id, "intent");
  return intent;
}

export const setupCalls = [create, retrieve, confirm];
