// The card provider's own package, pointed at the emulator.
import Stripe from "stripe";
import type { OpenCardProvider } from "./open-card-provider.ts";

export function createStripeClient(
  { env }: Pick<OpenCardProvider, "env">,
  key = env.STRIPE_SECRET_KEY,
  options: Stripe.StripeConfig = {},
): Stripe {
  const { hostname, port } = new URL(env.STRIPE_API_URL);
  const there = { protocol: "http", host: hostname, port } as const;
  return new Stripe(key, { ...there, maxNetworkRetries: 0, telemetry: false, ...options });
}

/** What it was refused with, as the package tells it. */
export async function readStripeError(work: Promise<unknown>) {
  try {
    await work;
  } catch (error) {
    const { type, code, param, statusCode, message, decline_code, payment_intent } =
      error as Stripe.errors.StripeError;
    return { type, code, param, statusCode, message, decline_code, payment_intent };
  }
  return "it was not refused";
}
