import type Stripe from "stripe";
import { newId, now } from "./ids.ts";

type NewIntent = Pick<
  Stripe.PaymentIntent,
  "amount" | "currency" | "metadata" | "customer" | "setup_future_usage"
>;

/** As Stripe's, without what cards need not and the shop does not read. */
export function newIntent(given: NewIntent): Stripe.PaymentIntent {
  const id = newId("pi");
  const intent = {
    id,
    object: "payment_intent" as const,
    ...given,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async" as const,
    client_secret: newId(`${id}_secret`, 25),
    confirmation_method: "automatic" as const,
    created: now(),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    payment_method_types: ["card"],
    status: "requires_payment_method" as const,
  };
  return intent as Partial<Stripe.PaymentIntent> as Stripe.PaymentIntent;
}

const seenByBrowsers = [
  "id",
  "object",
  "amount",
  "canceled_at",
  "cancellation_reason",
  "capture_method",
  "client_secret",
  "confirmation_method",
  "created",
  "currency",
  "last_payment_error",
  "livemode",
  "next_action",
  "payment_method",
  "payment_method_types",
  "status",
  "setup_future_usage",
  "last_setup_error",
  "usage",
];

export function toBrowserIntent(intent: Stripe.PaymentIntent | Stripe.SetupIntent): object {
  return Object.fromEntries(
    Object.entries(intent).filter(([name]) => seenByBrowsers.includes(name)),
  );
}

type NewSetup = Pick<Stripe.SetupIntent, "customer" | "metadata" | "usage">;

export function newSetupIntent(given: NewSetup): Stripe.SetupIntent {
  const id = newId("seti");
  const intent = {
    id,
    object: "setup_intent" as const,
    ...given,
    client_secret: newId(`${id}_secret`, 25),
    created: now(),
    last_setup_error: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    payment_method_types: ["card"],
    status: "requires_payment_method" as const,
  };
  return intent as Partial<Stripe.SetupIntent> as Stripe.SetupIntent;
}

type NewCustomer = Pick<Stripe.Customer, "email" | "name" | "metadata">;

export function newCustomer(given: NewCustomer): Stripe.Customer {
  const customer = {
    id: newId("cus", 14),
    object: "customer" as const,
    created: now(),
    livemode: false,
    ...given,
  };
  return customer as Partial<Stripe.Customer> as Stripe.Customer;
}

export function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  refusal?: { code: string; message: string },
): Stripe.Charge {
  const paid = !refusal;
  const charge = {
    id: newId("ch"),
    object: "charge" as const,
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: paid,
    created: now(),
    currency: intent.currency,
    disputed: false,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    refunded: false,
    status: paid ? ("succeeded" as const) : ("failed" as const),
  };
  return charge as Partial<Stripe.Charge> as Stripe.Charge;
}

type NewRefund = Pick<Stripe.Refund, "amount" | "metadata" | "reason" | "status">;

export function newRefund(charge: Stripe.Charge, given: NewRefund): Stripe.Refund {
  const refund = {
    id: newId("re"),
    object: "refund" as const,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...given,
  };
  return refund as Partial<Stripe.Refund> as Stripe.Refund;
}
