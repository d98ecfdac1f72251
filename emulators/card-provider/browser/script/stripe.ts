// `Stripe(publishableKey)`, as far as the shop uses it.
import type {
  ConfirmCardPaymentData,
  ConfirmCardPaymentOptions,
  PaymentIntent,
  PaymentIntentResult,
  Stripe as RealStripe,
  StripeCardElementOptions,
  StripeError,
} from "@stripe/stripe-js";
import { CardElement } from "./card-element.ts";
import { showChallenge } from "./challenge.ts";
import { Frame, IntegrationError } from "./frame.ts";

type Known = Pick<
  RealStripe,
  "confirmCardPayment" | "retrievePaymentIntent" | "handleCardAction" | "registerAppInfo"
>;

class Emulator implements Known {
  readonly #key: string;
  readonly #underWay = new Set<string>();
  #frame: Frame | undefined;

  constructor(key: string) {
    this.#key = key;
  }

  elements() {
    const key = this.#key;
    let card: CardElement | undefined;
    return {
      create(type: string, options: StripeCardElementOptions = {}): CardElement {
        if (type !== "card") {
          throw new IntegrationError(`This emulator knows the card Element only, not ${type}.`);
        }
        if (card && !card.isDestroyed) {
          const says = "Can only create one Element of type card through this Elements instance.";
          throw new IntegrationError(says);
        }
        card = new CardElement(key, options);
        return card;
      },
      getElement: (type: unknown): CardElement | null =>
        (type === "card" || type === CardElement) && card && !card.isDestroyed ? card : null,
      update(): void {},
      fetchUpdates: async () => ({}),
    };
  }

  async confirmCardPayment(
    clientSecret: string,
    data: ConfirmCardPaymentData = {},
    options: ConfirmCardPaymentOptions = {},
  ): Promise<PaymentIntentResult> {
    mustBeSecret("confirmCardPayment", clientSecret);
    if (this.#underWay.has(clientSecret)) {
      throw new IntegrationError(
        "You have an in-flight confirmCardPayment! Please be sure to disable your form submit button " +
          "when confirmCardPayment is called.",
      );
    }
    this.#underWay.add(clientSecret);
    try {
      const result = await this.#confirm(clientSecret, data);
      const wantsHelp = options.handleActions !== false;
      return wantsHelp ? await this.#act(clientSecret, result) : result;
    } finally {
      this.#underWay.delete(clientSecret);
    }
  }

  async retrievePaymentIntent(clientSecret: string): Promise<PaymentIntentResult> {
    mustBeSecret("retrievePaymentIntent", clientSecret);
    return this.#ownFrame().call("retrieve", { clientSecret });
  }

  async handleCardAction(clientSecret: string): Promise<PaymentIntentResult> {
    const present = await this.retrievePaymentIntent(clientSecret);
    return this.#act(clientSecret, present);
  }

  handleNextAction({ clientSecret }: { clientSecret: string }): Promise<PaymentIntentResult> {
    return this.handleCardAction(clientSecret);
  }

  registerAppInfo(): void {}
  _registerWrapper(): void {}

  #confirm(clientSecret: string, data: ConfirmCardPaymentData): Promise<PaymentIntentResult> {
    const method = data.payment_method;
    if (typeof method === "string" || method === undefined) {
      return this.#ownFrame().call("confirm", { clientSecret, token: method, billing: {} });
    }
    const card: unknown = "card" in method ? method.card : undefined;
    if (!(card instanceof CardElement)) {
      throw new IntegrationError(
        "Invalid value for confirmCardPayment: payment_method.card should be a card Element.",
      );
    }
    const { name, email, phone } = method.billing_details ?? {};
    const billing = { ...(name && { name }), ...(email && { email }), ...(phone && { phone }) };
    return card.mountedFrame().call("confirm", { clientSecret, billing });
  }

  async #act(clientSecret: string, result: PaymentIntentResult): Promise<PaymentIntentResult> {
    const source = result.paymentIntent && sourceOf(result.paymentIntent);
    if (!source) return result;
    await showChallenge(source);
    const after = await this.retrievePaymentIntent(clientSecret);
    const failure = after.paymentIntent?.last_payment_error;
    if (after.paymentIntent?.status !== "requires_payment_method" || !failure) return after;
    return { error: { ...failure, payment_intent: after.paymentIntent } as StripeError };
  }

  /** For calls without a card field; created when first needed. */
  #ownFrame(): Frame {
    if (this.#frame?.element.isConnected) return this.#frame;
    this.#frame = new Frame("/controller", this.#key, "");
    const { element } = this.#frame;
    element.setAttribute("aria-hidden", "true");
    element.tabIndex = -1;
    Object.assign(element.style, { position: "fixed", width: "1px", height: "1px", opacity: "0" });
    element.style.pointerEvents = "none";
    document.body.append(element);
    return this.#frame;
  }
}

function sourceOf(intent: PaymentIntent): string | undefined {
  if (intent.status !== "requires_action") return undefined;
  const action = intent.next_action?.use_stripe_sdk as { source?: string } | undefined;
  return action?.source;
}

function mustBeSecret(method: string, secret: unknown): void {
  if (typeof secret === "string" && /^pi_[^_]+_secret_/.test(secret)) return;
  throw new IntegrationError(
    `Invalid value for stripe.${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
  );
}

function Stripe(key: unknown): Emulator {
  if (typeof key !== "string" || key === "") {
    throw new IntegrationError("Missing value for Stripe(): apiKey should be a string.");
  }
  if (key.startsWith("sk_")) {
    throw new IntegrationError(
      "You should not use your secret key with Stripe.js. Please pass a publishable key instead.",
    );
  }
  return new Emulator(key);
}
Stripe.version = "endive";

Object.assign(window, { Stripe });
