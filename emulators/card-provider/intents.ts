import type Stripe from "stripe";
import { apiCall, type CallContext } from "./api-call.ts";
import { requireCustomer } from "./customers.ts";
import { unexpectedState } from "./errors.ts";
import { checkClientSecret, findIntent } from "./find-intent.ts";
import { now } from "./ids.ts";
import { listObjects, pageParams } from "./list-objects.ts";
import { readAmount, readCurrency } from "./money.ts";
import { newIntent, toBrowserIntent } from "./new-objects.ts";
import { findUsableMethod } from "./payment-methods.ts";
import { readChoice, readMetadata, readTypes, requireParam } from "./read-params.ts";

const reasons = ["abandoned", "duplicate", "fraudulent", "requested_by_customer"] as const;
const cancellable = [
  "requires_payment_method",
  "requires_capture",
  "requires_confirmation",
  "requires_action",
  "processing",
];

const usages = ["on_session", "off_session"] as const;
const updatable = ["requires_payment_method", "requires_confirmation", "requires_action"];

const create = apiCall({
  method: "POST",
  path: "/v1/payment_intents",
  who: ["server"],
  params: {
    amount: "integer",
    currency: "text",
    metadata: "table",
    payment_method_types: "list",
    customer: "text",
    payment_method: "text",
    setup_future_usage: "text",
  },
  act(context, params) {
    const amount = requireParam(params.amount, "amount");
    const currency = readCurrency(requireParam(params.currency, "currency"));
    readTypes(params.payment_method_types);
    const made = newIntent({
      amount: readAmount(amount, currency),
      currency,
      metadata: readMetadata(params.metadata),
      customer: null,
      setup_future_usage: null,
    });
    const intent = { ...made, ...readCardParams(context, made, params) };
    context.store.save(intent);
    context.publish("payment_intent.created", intent);
    return intent;
  },
});

type CardParams = { customer?: string; payment_method?: string; setup_future_usage?: string };

function readCardParams(
  context: CallContext,
  intent: Stripe.PaymentIntent,
  { customer, payment_method: method, setup_future_usage: usage }: CardParams,
): Partial<Stripe.PaymentIntent> {
  if (customer !== undefined) requireCustomer(context, customer);
  const owner = customer ?? intent.customer;
  if (method !== undefined) findUsableMethod(context, method, owner);
  return {
    ...(customer !== undefined && { customer }),
    ...(method !== undefined && { payment_method: method, status: "requires_confirmation" }),
    ...(usage !== undefined && {
      setup_future_usage: usage === "" ? null : readChoice(usage, usages, "setup_future_usage"),
    }),
  };
}

const update = apiCall({
  method: "POST",
  path: "/v1/payment_intents/:id",
  who: ["server"],
  params: { customer: "text", payment_method: "text", setup_future_usage: "text" },
  act(context, params, { id }) {
    const intent = findIntent(context, id);
    if (!updatable.includes(intent.status)) {
      throw unexpectedState(
        `This PaymentIntent could not be updated because it has a status of ${intent.status}. You may ` +
          `only update a PaymentIntent with one of the following statuses: ${updatable.join(", ")}.`,
        intent,
      );
    }
    const updated = { ...intent, ...readCardParams(context, intent, params) };
    context.store.save(updated);
    return updated;
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

export const intentCalls = [create, update, list, retrieve, cancel];
