// The provider's own messages. Anybody can send here, so the signature over the raw bytes is looked
// at before anything is read; and what a message says is only a reason to ask the provider.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "#contract/refusals.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import type { PaymentsContext } from "./context.ts";
import { handleDisputeEvent } from "./handle-dispute-event.ts";
import { handleRefundEvent } from "./handle-refund-event.ts";
import {
  BadSignature,
  ProviderDown,
  type ProviderEvent,
  ProviderRejected,
} from "./provider-types.ts";
import { requireProvider } from "./require-provider.ts";
import { settleIntent } from "./settle-payment.ts";

export const webhookPath = "/api/webhooks/card-provider";

const notTheirs = refuse(
  "malformed",
  "That is not signed by the card provider, or was signed too long ago.",
);
const comeAgain = refuse("unavailable", "That cannot be looked at just now. Please send it again.");

/** In a scope of its own: every other call reads JSON, and here the bytes themselves count. */
export function serveWebhook(app: FastifyInstance, context: PaymentsContext): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(webhookPath, { config: { who: "visitor", signed: true } }, (request, reply) =>
      hear(context, request, reply),
    );
  });
}

async function hear(context: PaymentsContext, request: FastifyRequest, reply: FastifyReply) {
  const told = readMessage(context, request);
  if (told && (await heed(context, told)) === "later") throw new RefusalError(comeAgain);
  return reply.header("cache-control", "no-store").send({ received: true });
}

function readMessage(context: PaymentsContext, { body, headers }: FastifyRequest): ProviderEvent {
  const provider = requireProvider(context);
  const signature = headers["stripe-signature"];
  if (!Buffer.isBuffer(body) || typeof signature !== "string") throw new RefusalError(notTheirs);
  try {
    return provider.readMessage(body, signature);
  } catch (error) {
    if (error instanceof BadSignature) throw new RefusalError(notTheirs);
    throw error;
  }
}

async function heed(
  context: PaymentsContext,
  told: NonNullable<ProviderEvent>,
): Promise<"heard" | "later"> {
  if ("dispute" in told) {
    await handleDisputeEvent(context, told.dispute);
    return "heard";
  }
  if ("refund" in told) {
    try {
      await handleRefundEvent(context, told.refund);
    } catch (error) {
      if (error instanceof ProviderDown) return "later";
      if (!(error instanceof ProviderRejected)) throw error;
    }
    return "heard";
  }
  const { is } = await settleIntent(context, told.intent.id, told.intent.paymentId);
  return is === "provider-down" ? "later" : "heard";
}
