// The card provider: the only file that speaks to it. What it answers is made into our own words
// here, and what is no answer is told apart from one: then nobody knows what was done.
import Stripe from "stripe";
import type { Env } from "#server/platform/config/env.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import {
  BadSignature,
  type Dispute,
  type Intent,
  type Provider,
  ProviderBusy,
  ProviderDown,
  type ProviderEvent,
  ProviderFailed,
  type ProviderRefund,
  ProviderRejected,
  type TimeRange,
} from "./provider-types.ts";

/** Messages older than so many seconds are somebody else's copies. */
const tolerance = 300;
const patience = 10_000;

export type ProviderSettings = Pick<
  Env,
  | "STRIPE_SECRET_KEY"
  | "STRIPE_PUBLISHABLE_KEY"
  | "STRIPE_WEBHOOK_SECRET"
  | "STRIPE_API_URL"
  | "STRIPE_SCRIPT_URL"
>;

/** None where no keys are configured. */
export function openProvider(
  env: ProviderSettings,
  { within = patience, retries = 1 } = {},
): Provider | undefined {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (!secret || !publishableKey || !webhookSecret) return undefined;
  const { protocol, hostname, port } = new URL(env.STRIPE_API_URL);
  const stripe = new Stripe(secret, {
    host: hostname,
    protocol: protocol === "http:" ? "http" : "https",
    ...(port && { port }),
    timeout: within,
    maxNetworkRetries: retries,
    telemetry: false,
  });

  return {
    publishableKey,
    script: env.STRIPE_SCRIPT_URL,
    async createIntent({ paymentId, orderId, amount, currency }) {
      const wanted = {
        amount,
        currency,
        payment_method_types: ["card"],
        metadata: { order: orderId, payment: paymentId },
      };
      return intentOf(
        await answered(stripe.paymentIntents.create(wanted, { idempotencyKey: paymentId })),
      );
    },
    async findIntent(id) {
      return intentOf(await answered(stripe.paymentIntents.retrieve(id)));
    },
    async cancelIntent(id, options) {
      const hurry = options?.within && { timeout: options.within, maxNetworkRetries: 0 };
      try {
        return intentOf(await answered(stripe.paymentIntents.cancel(id, {}, { ...hurry })));
      } catch (error) {
        if (error instanceof ProviderRejected && error.intent) return error.intent;
        throw error;
      }
    },
    async refund({ refundId, attempt, orderId, intentId, amount }) {
      const wanted = {
        payment_intent: intentId,
        amount,
        metadata: { order: orderId, refund: refundId, attempt },
      };
      const idempotencyKey = `${refundId}-${attempt}`;
      return refundOf(await answered(stripe.refunds.create(wanted, { idempotencyKey })));
    },
    async findRefund(id) {
      return refundOf(await answered(stripe.refunds.retrieve(id)));
    },
    listIntents: (span = {}) =>
      each(stripe.paymentIntents.list({ limit: 100, ...createdIn(span) }), intentOf),
    listRefunds({ intentId, ...span } = {}) {
      const of = intentId && { payment_intent: intentId };
      return each(stripe.refunds.list({ limit: 100, ...createdIn(span), ...of }), refundOf);
    },
    readMessage(body, signature) {
      try {
        return toldBy(
          stripe.webhooks.constructEvent(body, signature, webhookSecret, tolerance).data.object,
        );
      } catch (error) {
        throw new BadSignature("The message is not the card provider's", { cause: error });
      }
    },
  };
}

async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? meaningOf(error) : error;
  }
}

/** Statuses that say nothing about what was asked: wrong keys, in use, too many. */
const noAnswer = new Set([401, 403, 408, 409, 425, 429]);

/** The same is being done already, for another who asked. */
const busy = new Set(["idempotency_key_in_use", "lock_timeout"]);

function meaningOf(error: InstanceType<typeof Stripe.errors.StripeError>): Error {
  const { statusCode: status, code = "", message } = error;
  if (busy.has(code)) return new ProviderBusy("The card provider is at it already");
  if (status === undefined || status >= 500 || noAnswer.has(status)) {
    tellOutage(`${error.type}${status === undefined ? "" : ` ${status}`} ${code}`.trim());
    const says = "The card provider cannot be reached";
    return status !== undefined && status >= 500
      ? new ProviderFailed(says)
      : new ProviderDown(says);
  }
  return new ProviderRejected(
    message,
    code,
    error.payment_intent && intentOf(error.payment_intent as Stripe.PaymentIntent),
  );
}

let lastOutage = Number.NEGATIVE_INFINITY;

/** A line now and then; no words of theirs, which may hold a piece of a key. */
function tellOutage(why: string): void {
  if (performance.now() - lastOutage < 10_000) return;
  lastOutage = performance.now();
  log.error(`The card provider cannot be reached: ${why}`);
}

const statuses: Record<Stripe.PaymentIntent["status"], Intent["status"]> = {
  requires_payment_method: "waiting",
  requires_confirmation: "waiting",
  requires_action: "waiting",
  requires_capture: "processing",
  processing: "processing",
  succeeded: "succeeded",
  canceled: "canceled",
};

function intentOf(intent: Stripe.PaymentIntent): Intent {
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
    createdAt: new Date(intent.created * 1000),
  };
}

function refundOf(refund: Stripe.Refund): ProviderRefund {
  const { status, payment_intent: intent, metadata } = refund;
  const failed = status === "failed" || status === "canceled";
  return {
    id: refund.id,
    status: status === "succeeded" ? "succeeded" : failed ? "failed" : "pending",
    amount: refund.amount,
    intentId: typeof intent === "string" ? intent : intent?.id,
    refundId: isUuid(metadata?.refund) ? metadata.refund : undefined,
    attempt: metadata?.attempt === undefined ? undefined : Number(metadata.attempt),
    createdAt: new Date(refund.created * 1000),
  };
}

function disputeOf({ payment_intent: intent, status, created }: Stripe.Dispute): Dispute {
  const intentId = typeof intent === "string" ? intent : intent?.id;
  return { intentId, state: status, createdAt: new Date(created * 1000) };
}

function toldBy(object: Stripe.Event.Data.Object): ProviderEvent {
  const kind = "object" in object ? object.object : undefined;
  if (kind === "payment_intent") return { intent: intentOf(object as Stripe.PaymentIntent) };
  if (kind === "refund") return { refund: refundOf(object as Stripe.Refund) };
  if (kind === "dispute") return { dispute: disputeOf(object as Stripe.Dispute) };
  return undefined;
}

async function* each<Theirs, Ours>(list: AsyncIterable<Theirs>, ours: (one: Theirs) => Ours) {
  const pages = list[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await answered(pages.next());
    if (done) return;
    yield ours(value);
  }
}

function createdIn({ from, before }: TimeRange) {
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
  if (!from && !before) return {};
  return {
    created: { ...(from && { gte: seconds(from) }), ...(before && { lt: seconds(before) }) },
  };
}

function isUuid(value: string | undefined): value is string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value ?? "");
}
