import Stripe from "stripe";
import type { Env } from "#server/platform/config/env.ts";
import { openProviderCards } from "./provider-cards.ts";
import { BadSignature, type Provider, ProviderRejected } from "./provider-types.ts";
import { toEvent, toIntent, toRefund } from "./stripe-objects.ts";
import { withOwnErrors } from "./with-own-errors.ts";

/** Older webhook messages may be replays. */
const maxMessageAgeSeconds = 300;

export type ProviderSettings = Pick<
  Env,
  | "STRIPE_SECRET_KEY"
  | "STRIPE_PUBLISHABLE_KEY"
  | "STRIPE_WEBHOOK_SECRET"
  | "STRIPE_API_URL"
  | "STRIPE_SCRIPT_URL"
>;

export function openProvider(
  env: ProviderSettings,
  { timeoutMs = 10_000, retries = 1 } = {},
): Provider | undefined {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (!secret || !publishableKey || !webhookSecret) return undefined;
  const { protocol, hostname, port } = new URL(env.STRIPE_API_URL);
  const stripe = new Stripe(secret, {
    host: hostname,
    protocol: protocol === "http:" ? "http" : "https",
    ...(port && { port }),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  });
  const { paymentIntents, refunds, webhooks } = stripe;

  return {
    ...openProviderCards(stripe),
    publishableKey,
    script: env.STRIPE_SCRIPT_URL,
    async createIntent({ paymentId, orderId, amount, currency }) {
      const intent = {
        amount,
        currency,
        payment_method_types: ["card"],
        metadata: { order: orderId, payment: paymentId },
      };
      const options = { idempotencyKey: paymentId };
      const created = paymentIntents.create(intent, options);
      return toIntent(await withOwnErrors(created, `make a payment for order ${orderId}`));
    },
    async findIntent(id) {
      return toIntent(await withOwnErrors(paymentIntents.retrieve(id), `show ${id}`));
    },
    async prepareIntent(id, { customerId, savesCard }) {
      const choice = {
        ...(customerId && { customer: customerId }),
        setup_future_usage: savesCard ? ("on_session" as const) : ("" as const),
      };
      return toIntent(await withOwnErrors(paymentIntents.update(id, choice), `prepare ${id}`));
    },
    async cancelIntent(id, { timeoutMs } = {}) {
      const options = timeoutMs ? { timeout: timeoutMs, maxNetworkRetries: 0 } : {};
      try {
        const cancelled = paymentIntents.cancel(id, {}, options);
        return toIntent(await withOwnErrors(cancelled, `cancel ${id}`));
      } catch (error) {
        if (error instanceof ProviderRejected && error.intent) return error.intent;
        throw error;
      }
    },
    async refund({ refundId, attempt, orderId, intentId, amount }) {
      const refund = {
        payment_intent: intentId,
        amount,
        metadata: { order: orderId, refund: refundId, attempt },
      };
      const options = { idempotencyKey: `${refundId}-${attempt}` };
      return toRefund(await withOwnErrors(refunds.create(refund, options)));
    },
    async findRefund(id) {
      return toRefund(await withOwnErrors(refunds.retrieve(id)));
    },
    listIntents: ({ from } = {}) =>
      convertAll(paymentIntents.list({ limit: 100, ...createdSince(from) }), toIntent),
    listRefunds({ from, intentId } = {}) {
      const ofIntent = intentId && { payment_intent: intentId };
      return convertAll(refunds.list({ limit: 100, ...createdSince(from), ...ofIntent }), toRefund);
    },
    readMessage(body, signature) {
      try {
        const age = maxMessageAgeSeconds;
        return toEvent(webhooks.constructEvent(body, signature, webhookSecret, age).data.object);
      } catch (error) {
        throw new BadSignature("The card provider did not sign this message", { cause: error });
      }
    },
  };
}

async function* convertAll<From, To>(list: AsyncIterable<From>, convert: (item: From) => To) {
  const items = list[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await withOwnErrors(items.next());
    if (done) return;
    yield convert(value);
  }
}

function createdSince(from: Date | undefined) {
  return from && { created: { gte: Math.floor(from.getTime() / 1000) } };
}
