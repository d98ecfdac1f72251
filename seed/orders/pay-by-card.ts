// Pays as a browser does, with a test card.
import { setTimeout as sleep } from "node:timers/promises";

export type CardPayment = { url: string; publishableKey: string; clientSecret: string };

export const cards = { good: "4242424242424242", declined: "4000000000009995" } as const;

export async function payByCard(
  { url, publishableKey, clientSecret }: CardPayment,
  card: string,
): Promise<string> {
  const [intent = ""] = clientSecret.split("_secret_");
  const response = await fetch(`${url}/v1/payment_intents/${intent}/confirm`, {
    method: "POST",
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": card,
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": `${new Date().getFullYear() + 3}`,
      "payment_method_data[card][cvc]": "123",
    }),
  });
  await response.body?.cancel();
  return intent;
}

/** The emulator starts beside the database. */
export async function waitForEmulator(url: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    const state = await fetch(`${url}/control/state`).catch(() => undefined);
    if (state) return state.ok;
    await sleep(100);
  }
  return false;
}

/** Events of the past weeks are news to nobody. */
export async function setWebhooks(url: string, webhooks: "hold" | "deliver"): Promise<void> {
  await fetch(`${url}/control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ webhooks }),
  });
}
