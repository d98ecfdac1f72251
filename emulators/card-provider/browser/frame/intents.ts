import type { PaymentIntent, SetupIntent, StripeError } from "@stripe/stripe-js";
import type { IntentResult } from "../messages.ts";
import { publishableKey } from "./serve-page.ts";

const patience = 30_000;

export function confirmIntent(
  clientSecret: string,
  method: Record<string, string>,
): Promise<IntentResult> {
  const body = new URLSearchParams({ client_secret: clientSecret, ...method });
  return ask(`${pathOf(clientSecret)}/confirm`, { method: "POST", body });
}

export function retrieveIntent(clientSecret: string): Promise<IntentResult> {
  return ask(`${pathOf(clientSecret)}?${new URLSearchParams({ client_secret: clientSecret })}`);
}

function pathOf(clientSecret: string): string {
  const kind = clientSecret.startsWith("seti_") ? "setup_intents" : "payment_intents";
  return `/v1/${kind}/${encodeURIComponent(clientSecret.split("_secret_")[0] ?? "")}`;
}

async function ask(path: string, init: RequestInit = {}): Promise<IntentResult> {
  try {
    const response = await fetch(path, {
      ...init,
      headers: { authorization: `Bearer ${publishableKey}` },
      signal: AbortSignal.timeout(patience),
    });
    const answer: PaymentIntent | SetupIntent | { error: StripeError } = await response.json();
    if ("error" in answer) return { error: answer.error };
    return answer.object === "setup_intent" ? { setupIntent: answer } : { paymentIntent: answer };
  } catch {
    const error: StripeError = {
      type: "api_connection_error",
      message:
        "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.",
    };
    return { error };
  }
}
