import type Stripe from "stripe";
import { apiCall } from "./api-call.ts";
import { invalidRequest, unexpectedState } from "./errors.ts";
import { checkClientSecret, findIntent } from "./find-intent.ts";
import { now } from "./ids.ts";
import { listObjects, pageParams } from "./list-objects.ts";
import { readAmount, readCurrency } from "./money.ts";
import { newIntent, toBrowserIntent } from "./new-objects.ts";
import { readChoice, readMetadata, requireParam } from "./read-params.ts";

const reasons = ["abandoned", "duplicate", "fraudulent", "requested_by_customer"] as const;
const cancellable = [
  "requires_payment_method",
  "requires_capture",
  "requires_confirmation",
  "requires_action",
  "processing",
];

const create = apiCall({
  method: "POST",
  path: "/v1/payment_intents",
  who: ["server"],
  params: {
    amount: "integer",
    currency: "text",
    metadata: "table",
    payment_method_types: "list",
  },
  act(context, params) {
    const amount = requireParam(params.amount, "amount");
    const currency = readCurrency(requireParam(params.currency, "currency"));
    for (const type of params.payment_method_types ?? []) {
      if (type === "card") continue;
      const message = `The payment method type provided: ${type} is invalid. This emulator exists cards only.`;
      throw invalidRequest(message, { param: "payment_method_types" });
    }
    const intent = newIntent({
      amount: readAmount(amount, currency),
      currency,
      metadata: readMetadata(params.metadata),
    });
    context.store.save(intent);
    context.publish("payment_intent.created", intent);
    return intent;
  },
});

const retrieve = apiCall({
  method: "GET",
  path: "/v1/payment_intents/:id",
  who: ["server", "browser"],
  params: { client_secret: "text" },
  act(context, params, { id, who }) {
    const intent = findIntent(context, id);
    if (who === "server" && params.client_secret === undefined) return intent;
    checkClientSecret(intent, params.client_secret);
    return who === "server" ? intent : toBrowserIntent(intent);
  },
});

const cancel = apiCall({
  method: "POST",
  path: "/v1/payment_intents/:id/cancel",
  who: ["server"],
  params: { cancellation_reason: "text" },
  act(context, params, { id }) {
    const intent = findIntent(context, id);
    const reason = readChoice(params.cancellation_reason, reasons, "cancellation_reason");
    if (!cancellable.includes(intent.status)) {
      throw unexpectedState(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a ` +
          `PaymentIntent with one of the following statuses may be canceled: ${cancellable.join(", ")}.`,
        intent,
      );
    }
    const canceled: Stripe.PaymentIntent = {
      ...intent,
      status: "canceled",
      canceled_at: now(),
      cancellation_reason: reason,
      next_action: null,
    };
    context.store.save(canceled);
    context.publish("payment_intent.canceled", canceled);
    return canceled;
  },
});

const list = apiCall({
  method: "GET",
  path: "/v1/payment_intents",
  who: ["server"],
  params: pageParams,
  act: ({ store }, params) => listObjects(store, "payment_intent", "/v1/payment_intents", params),
});

export const intentCalls = [create, list, retrieve, cancel];
