import type Stripe from "stripe";
import { log } from "#server/platform/telemetry/log/log.ts";
import {
  type Intent,
  ProviderBusy,
  type ProviderCard,
  ProviderDown,
  type ProviderEvent,
  ProviderFailed,
  type ProviderRefund,
  ProviderRejected,
} from "./provider-types.ts";

const statuses: Record<Stripe.PaymentIntent["status"], Intent["status"]> = {
  requires_payment_method: "waiting",
  requires_confirmation: "waiting",
  requires_action: "waiting",
  requires_capture: "processing",
  processing: "processing",
  succeeded: "succeeded",
  canceled: "canceled",
};

export function toIntent(intent: Stripe.PaymentIntent): Intent {
  const { order, payment } = intent.metadata;
  return {
    id: intent.id,
    status: statuses[intent.status] ?? "processing",
    clientSecret: intent.client_secret ?? "",
    amount: intent.amount,
    received: intent.amount_received,
    currency: intent.currency,
    orderId: isUuid(order) ? order : undefined,
    paymentId: isUuid(payment) ? payment : undefined,
    decline: toDecline(intent.last_payment_error),
    savesCard: Boolean(intent.setup_future_usage),
    createdAt: new Date(intent.created * 1000),
  };
}

function toDecline(error: Stripe.PaymentIntent["last_payment_error"]): Intent["decline"] {
  if (!error?.message) return undefined;
  return { charge: error.charge ?? error.code ?? error.type, message: error.message };
}

export function toCard({ id, card, customer }: Stripe.PaymentMethod): ProviderCard {
  return {
    id,
    customerId: toId(customer ?? null),
    brand: card?.brand ?? "unknown",
    lastDigits: card?.last4 ?? "",
    expiryMonth: card?.exp_month ?? 0,
    expiryYear: card?.exp_year ?? 0,
  };
}

export function toRefund(refund: Stripe.Refund): ProviderRefund {
  const { status, payment_intent: intent, metadata } = refund;
  const isFailed = status === "failed" || status === "canceled";
  return {
    id: refund.id,
    status: status === "succeeded" ? "succeeded" : isFailed ? "failed" : "pending",
    amount: refund.amount,
    intentId: toId(intent),
    refundId: isUuid(metadata?.refund) ? metadata.refund : undefined,
    attempt: metadata?.attempt === undefined ? undefined : Number(metadata.attempt),
    createdAt: new Date(refund.created * 1000),
  };
}

export function toEvent(object: Stripe.Event.Data.Object): ProviderEvent {
  const type = "object" in object ? object.object : undefined;
  if (type === "payment_intent") return { intent: toIntent(object as Stripe.PaymentIntent) };
  if (type === "refund") return { refund: toRefund(object as Stripe.Refund) };
  if (type !== "dispute") return undefined;
  const { payment_intent: intent, status, created } = object as Stripe.Dispute;
  return {
    dispute: { intentId: toId(intent), state: status, createdAt: new Date(created * 1000) },
  };
}

const busyCodes = new Set(["idempotency_key_in_use", "lock_timeout"]);
/** These say nothing about the request itself: wrong keys, conflict, too many. */
const noResponseStatuses = new Set([401, 403, 408, 409, 425, 429]);

export function toError(error: InstanceType<typeof Stripe.errors.StripeError>): Error {
  const { statusCode: status, code = "", message, type, payment_intent: intent } = error;
  if (busyCodes.has(code)) return new ProviderBusy("The card provider is busy with this request");
  const isFailure = status !== undefined && status >= 500;
  if (status === undefined || isFailure || noResponseStatuses.has(status)) {
    logOutage(`${type} ${status ?? ""} ${code}`);
    const Failure = isFailure ? ProviderFailed : ProviderDown;
    return new Failure("The card provider cannot be reached");
  }
  return new ProviderRejected(message, code, intent && toIntent(intent as Stripe.PaymentIntent));
}

const outageLogIntervalMs = 10_000;
let lastOutageLog = Number.NEGATIVE_INFINITY;

/** Without the provider's message, which may contain part of a key. */
function logOutage(reason: string): void {
  if (performance.now() - lastOutageLog < outageLogIntervalMs) return;
  lastOutageLog = performance.now();
  log.error(`The card provider cannot be reached: ${reason}`);
}

function toId(reference: string | { id: string } | null): string | undefined {
  return typeof reference === "string" ? reference : reference?.id;
}

function isUuid(value: string | undefined): value is string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value ?? "");
}
