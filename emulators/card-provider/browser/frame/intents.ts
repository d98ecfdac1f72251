import type { PaymentIntent, PaymentIntentResult, StripeError } from "@stripe/stripe-js";
import { publishableKey } from "./serve-page.ts";

const patience = 30_000;

export function confirmIntent(
  clientSecret: string,
  method: Record<string, string>,
): Promise<PaymentIntentResult> {
  const body = new URLSearchParams({ client_secret: clientSecret, ...method });
  return ask(`${pathOf(clientSecret)}/confirm`, { method: "POST", body });
}

export function retrieveIntent(clientSecret: string): Promise<PaymentIntentResult> {
  return ask(`${pathOf(clientSecret)}?${new URLSearchParams({ client_secret: clientSecret })}`);
}

function pathOf(clientSecret: string): string {
  return `/v1/payment_intents/${encodeURIComponent(clientSecret.split("_secret_")[0] ?? "")}`;
}

async function ask(path: string, init: RequestInit = {}): Promise<PaymentIntentResult> {
  try {
    const response = await fetch(path, {
      ...init,
      headers: { authorization: `Bearer ${publishableKey}` },
      signal: AbortSignal.timeout(patience),
    });
    const answer: PaymentIntent | { error: StripeError } = await response.json();
    return "error" in answer ? { error: answer.error } : { paymentIntent: answer };
  } catch {
    const error: StripeError = {
      type: "api_connection_error",
      message:
        "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.",
    };
    return { error };
  }
}
