// The card provider emulator, within the test's process.
import { randomBytes } from "node:crypto";
import { type CardProvider, startCardProvider } from "#emulators/card-provider/card-provider.ts";
import type { ControlSettings } from "#emulators/card-provider/control.ts";
import { onEnd } from "./on-end.ts";

export const cards = {
  good: "4242424242424242",
  mastercard: "5555555555554444",
  declined: "4000000000000002",
  noFunds: "4000000000009995",
  expired: "4000000000000069",
  wrongCvc: "4000000000000127",
  asksFirst: "4000002500003155",
  asksAlways: "4000002760003184",
  /** Can be saved; payments by it are declined. */
  declinedOnceSaved: "4000000000000341",
  /** Pays; a refund to it is pending until `finishRefunds`. */
  refundsLate: "4000000000007726",
  /** Pays; a refund to it succeeds, and fails at `finishRefunds`. */
  sendsRefundsBack: "4000000000005126",
  /** Pays; it cannot be refunded. */
  disputed: "4000000000000259",
};

export type OpenCardProvider = Omit<CardProvider, "control"> & {
  /** For `openShop({ env })`; then `webhooksTo` the shop. */
  env: {
    STRIPE_SECRET_KEY: string;
    STRIPE_PUBLISHABLE_KEY: string;
    STRIPE_WEBHOOK_SECRET: string;
    STRIPE_API_URL: string;
    STRIPE_SCRIPT_URL: string;
  };
  /** Confirms a payment or a setup as the browser does; 3-D Secure waits for `authenticate`. */
  pay(clientSecret: string, card?: string): Promise<ConfirmResult>;
  /** The customer's answer on the bank's page. */
  authenticate(clientSecret: string, outcome?: "complete" | "fail"): Promise<ConfirmResult>;
  faults(settings: ControlSettings): void;
};

/** The intent as the browser sees it, or the error. */
export type ConfirmResult = {
  status: number;
  body: {
    id?: string;
    status?: string;
    next_action?: { use_stripe_sdk?: { source?: string } } | null;
    error?: { type: string; code?: string; decline_code?: string; message: string };
  };
};

type Options = { dataDir?: string; port?: number; webhooksTo?: string };

export async function openCardProvider(options: Options = {}): Promise<OpenCardProvider> {
  const provider = await startTestProvider(options);
  onEnd(provider.stop);
  return provider;
}

export async function startTestProvider(options: Options = {}): Promise<OpenCardProvider> {
  const random = () => randomBytes(16).toString("hex");
  const keys = {
    secretKey: `sk_test_${random()}`,
    publishableKey: `pk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
  };
  const { port = 0, dataDir = ":memory:" } = options;
  const { control, ...provider } = await startCardProvider({ ...keys, port, dataDir });
  if (options.webhooksTo) provider.webhooksTo(options.webhooksTo);
  let isStopped = false;
  async function stop() {
    if (isStopped) return;
    isStopped = true;
    await provider.stop();
  }

  async function ask(path: string, init?: RequestInit): Promise<ConfirmResult> {
    const headers = { authorization: `Bearer ${keys.publishableKey}` };
    const response = await fetch(`${provider.origin}${path}`, { ...init, headers });
    return { status: response.status, body: (await response.json()) as ConfirmResult["body"] };
  }
  const intentAt = (clientSecret: string) =>
    `/v1/${clientSecret.startsWith("seti_") ? "setup" : "payment"}_intents/${clientSecret.split("_secret_")[0]}`;
  const retrieve = (clientSecret: string) =>
    ask(`${intentAt(clientSecret)}?client_secret=${clientSecret}`);

  return {
    ...provider,
    stop,
    env: {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_URL: provider.origin,
      STRIPE_SCRIPT_URL: `${provider.origin}/stripe.js`,
    },
    faults: control,
    pay: (clientSecret, card = cards.good) =>
      ask(`${intentAt(clientSecret)}/confirm`, {
        method: "POST",
        body: new URLSearchParams({
          client_secret: clientSecret,
          ...(card.startsWith("pm_") ? { payment_method: card } : newCard(card)),
        }),
      }),
    async authenticate(clientSecret, outcome = "complete") {
      const { body } = await retrieve(clientSecret);
      const source = body.next_action?.use_stripe_sdk?.source;
      await fetch(`${provider.origin}/3d-secure/${source}`, {
        method: "POST",
        body: new URLSearchParams({ outcome }),
      });
      return retrieve(clientSecret);
    },
  };
}

const newCard = (number: string) => ({
  "payment_method_data[type]": "card",
  "payment_method_data[card][number]": number,
  "payment_method_data[card][exp_month]": "12",
  "payment_method_data[card][exp_year]": String(new Date().getFullYear() + 3),
  "payment_method_data[card][cvc]": "123",
});
