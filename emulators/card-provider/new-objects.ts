import type Stripe from "stripe";
import { newId, now } from "./ids.ts";

type NewIntent = Pick<
  Stripe.PaymentIntent,
  "amount" | "currency" | "metadata" | "description" | "receipt_email"
> & { automatic: boolean };

export function newIntent({ automatic, ...given }: NewIntent): Stripe.PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic ? { allow_redirects: "always", enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: newId(`${id}_secret`, 25),
    confirmation_method: "automatic",
    created: now(),
    currency: given.currency,
    customer: null,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: given.receipt_email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}

const seenByBrowsers = [
  ...["id", "object", "amount", "automatic_payment_methods", "canceled_at", "cancellation_reason"],
  ...["capture_method", "client_secret", "confirmation_method", "created", "currency"],
  ...["description", "last_payment_error", "livemode", "next_action", "payment_method"],
  ...["payment_method_types", "processing", "receipt_email", "setup_future_usage", "shipping"],
  ...["source", "status"],
];

export function toBrowserIntent(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  return Object.fromEntries(
    Object.entries(intent).filter(([name]) => seenByBrowsers.includes(name)),
  );
}

export function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  refusal?: { code: string; message: string; declineCode?: string },
): Stripe.Charge {
  const paid = !refusal;
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? newId("txn") : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "EMULATOR",
    captured: paid,
    created: now(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: paid ? "approved_by_network" : "declined_by_network",
      reason: refusal?.declineCode ?? null,
      risk_level: "normal",
      seller_message: paid ? "Payment complete." : "The bank did not return any further details.",
      type: paid ? "authorized" : "issuer_declined",
    },
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: "card" },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
}

type NewRefund = Pick<Stripe.Refund, "amount" | "metadata" | "reason" | "status">;

export function newRefund(charge: Stripe.Charge, given: NewRefund): Stripe.Refund {
  return {
    id: newId("re"),
    object: "refund",
    balance_transaction: newId("txn"),
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { type: "card" },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...given,
  };
}
