import Stripe from "stripe";
import { log } from "#server/platform/telemetry/log/log.ts";
import { ProviderRejected } from "./provider-types.ts";
import { toError } from "./stripe-objects.ts";

const amountCodes = new Set(["amount_too_small", "amount_too_large"]);

export async function withOwnErrors<Response>(
  response: Promise<Response>,
  request?: string,
): Promise<Response> {
  try {
    return await response;
  } catch (cause) {
    const error = cause instanceof Stripe.errors.StripeError ? toError(cause) : cause;
    const isRejected = error instanceof ProviderRejected && !error.intent;
    if (request && isRejected && !amountCodes.has(error.code)) {
      log.error(`The card provider refused to ${request}: ${error.message}`);
    }
    throw error;
  }
}
