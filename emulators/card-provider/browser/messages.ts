// Messages between the script in the shop's page and the provider's frame. Origins are checked when
// the channel is opened.
import type { PaymentIntentResult, SetupIntentResult, StripeElementStyle } from "@stripe/stripe-js";

/** Sent by the page with one end of a channel; no other message between windows is accepted. */
export const connectMessage = "emulator-card-provider:connect";
export const challengeAnsweredMessage = "emulator-card-provider:answered";

export type FieldOptions = {
  style?: StripeElementStyle | undefined;
  hidePostalCode?: boolean | undefined;
  hideIcon?: boolean | undefined;
  disabled?: boolean | undefined;
  value?: { postalCode?: string } | undefined;
};

export type Billing = { name?: string; email?: string; phone?: string };

/** Of a payment or of a setup intent, as the secret says. */
export type IntentResult = PaymentIntentResult | SetupIntentResult;

export type Calls = {
  update(options: FieldOptions): void;
  focus(): void;
  blur(): void;
  clear(): void;
  confirm(order: {
    clientSecret: string;
    token?: string | undefined;
    billing: Billing;
  }): Promise<IntentResult>;
  retrieve(order: { clientSecret: string }): Promise<IntentResult>;
};

export type FieldState = {
  empty: boolean;
  complete: boolean;
  error: { type: "validation_error"; code: string; message: string } | undefined;
  brand: string;
  postalCode: string;
};

export type Events = {
  ready: undefined;
  change: FieldState;
  focus: undefined;
  blur: undefined;
  escape: undefined;
  enter: undefined;
  height: number;
};

export type ToFrame = { id: number; call: keyof Calls; order: unknown };
export type FromFrame =
  | { id: number; result: unknown }
  | { event: keyof Events; detail: Events[keyof Events] };
