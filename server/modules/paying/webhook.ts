// Anyone can post here: the signature is checked first, and an event is only a reason to ask the provider.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { handleDisputeEvent } from "#server/modules/payments/handle-dispute-event.ts";
import {
  BadSignature,
  ProviderDown,
  type ProviderEvent,
  ProviderRejected,
  requireProvider,
} from "#server/modules/payments/provider-types.ts";
import { handleRefundEvent } from "#server/modules/refunds/handle-refund-event.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { settleIntent } from "./settle-payment.ts";

export const webhookPath = "/api/webhooks/card-provider";

const badSignature = refuse(
  "malformed",
  "That is not signed by the card provider, or was signed too long ago.",
);
const tryAgain = refuse("unavailable", "The event could not be processed. Please send it again.");

/** In its own scope without body parsers: the signature covers the raw bytes. */
export function serveWebhook(app: FastifyInstance, context: Context): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    const config = { who: "visitor", signed: true } as const;
    scope.post(webhookPath, { config }, async (request, reply) => {
      const event = readEvent(context, request);
      const handled =
        !event || (await handleEvent(context, event).finally(() => context.events.publish()));
      if (!handled) throw new RefusalError(tryAgain);
      return reply.header("cache-control", "no-store").send({ received: true });
    });
  });
}

function readEvent(context: Context, { body, headers }: FastifyRequest): ProviderEvent {
  const provider = requireProvider(context);
  const signature = headers["stripe-signature"];
  if (!Buffer.isBuffer(body) || typeof signature !== "string") throw new RefusalError(badSignature);
  try {
    return provider.readMessage(body, signature);
  } catch (error) {
    if (error instanceof BadSignature) throw new RefusalError(badSignature);
    throw error;
  }
}

async function handleEvent(context: Context, event: NonNullable<ProviderEvent>): Promise<boolean> {
  if ("intent" in event) {
    const { is } = await settleIntent(context, event.intent.id, event.intent.paymentId);
    return is !== "provider-down";
  }
  try {
    if ("dispute" in event) await handleDisputeEvent(context, event.dispute);
    else await handleRefundEvent(context, event.refund);
  } catch (error) {
    if (error instanceof ProviderDown) return false;
    if (!(error instanceof ProviderRejected)) throw error;
  }
  return true;
}
