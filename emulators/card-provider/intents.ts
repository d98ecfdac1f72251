// Payment intents: made by the shop, looked at, called off, listed.
import type Stripe from "stripe";
import { call, type Desk } from "./desk.ts";
import { invalid, unexpectedState } from "./errors.ts";
import { intentOf, mustKnowSecret } from "./find-intent.ts";
import { now } from "./ids.ts";
import { readAmount, readCurrency } from "./money.ts";
import { listOf, pageParams } from "./paging.ts";
import { needed, oneOf, readMetadata } from "./params.ts";
import { forBrowser, newIntent } from "./shapes.ts";

const reasons = ["abandoned", "duplicate", "fraudulent", "requested_by_customer"] as const;
const cancellable = [
  "requires_payment_method",
  "requires_capture",
  "requires_confirmation",
  "requires_action",
  "processing",
];

const create = call({
  method: "POST",
  path: "/v1/payment_intents",
  who: ["server"],
  params: {
    amount: "integer",
    currency: "text",
    metadata: "table",
    description: "text",
    receipt_email: "text",
    automatic_payment_methods: "table",
    payment_method_types: "list",
    expand: "list",
  },
  act(desk, params) {
    const amount = needed(params.amount, "amount");
    const currency = readCurrency(needed(params.currency, "currency"));
    for (const type of params.payment_method_types ?? []) {
      if (type === "card") continue;
      const says = `The payment method type provided: ${type} is invalid. This emulator knows cards only.`;
      throw invalid(says, { param: "payment_method_types" });
    }
    const intent = newIntent({
      amount: readAmount(amount, currency),
      currency,
      metadata: readMetadata(params.metadata),
      description: params.description ?? null,
      receipt_email: params.receipt_email ?? null,
      automatic: params.payment_method_types === undefined,
    });
    desk.ledger.save(intent);
    desk.tell("payment_intent.created", intent);
    return intent;
  },
});

const retrieve = call({
  method: "GET",
  path: "/v1/payment_intents/:id",
  who: ["server", "browser"],
  params: { client_secret: "text", expand: "list" },
  act(desk, params, { id, who }) {
    const intent = intentOf(desk, id);
    if (who === "server" && params.client_secret === undefined)
      return expanded(desk, intent, params);
    mustKnowSecret(intent, params.client_secret);
    return who === "server" ? intent : forBrowser(intent);
  },
});

/** With the whole charge in place of its id, for who asks for that. */
function expanded(
  { ledger }: Desk,
  intent: Stripe.PaymentIntent,
  { expand = [] }: { expand?: string[] },
) {
  const charge = typeof intent.latest_charge === "string" ? intent.latest_charge : undefined;
  if (!charge || !expand.includes("latest_charge")) return intent;
  return { ...intent, latest_charge: ledger.find("charge", charge) };
}

const cancel = call({
  method: "POST",
  path: "/v1/payment_intents/:id/cancel",
  who: ["server"],
  params: { cancellation_reason: "text", expand: "list" },
  act(desk, params, { id }) {
    const intent = intentOf(desk, id);
    const reason = oneOf(params.cancellation_reason, reasons, "cancellation_reason");
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
    desk.ledger.save(canceled);
    desk.tell("payment_intent.canceled", canceled);
    return canceled;
  },
});

const list = call({
  method: "GET",
  path: "/v1/payment_intents",
  who: ["server"],
  params: { ...pageParams, expand: "list" },
  act: ({ ledger }, params) => listOf(ledger, "payment_intent", "/v1/payment_intents", params),
});

export const intentCalls = [create, list, retrieve, cancel];
