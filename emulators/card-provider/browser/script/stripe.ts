// `Stripe(publishableKey)`, as far as the shop uses it.
import type {
  ConfirmCardPaymentData,
  ConfirmCardPaymentOptions,
  ConfirmCardSetupData,
  PaymentIntent,
  PaymentIntentResult,
  Stripe as RealStripe,
  SetupIntent,
  SetupIntentResult,
  StripeCardElementOptions,
  StripeError,
} from "@stripe/stripe-js";
import type { IntentResult } from "../messages.ts";
import { CardElement } from "./card-element.ts";
import { showChallenge } from "./challenge.ts";
import { Frame, IntegrationError } from "./frame.ts";

type Known = Pick<
  RealStripe,
  | "confirmCardPayment"
  | "confirmCardSetup"
  | "retrievePaymentIntent"
  | "retrieveSetupIntent"
  | "handleCardAction"
  | "registerAppInfo"
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
    const confirming = this.#once("confirmCardPayment", clientSecret, async () => {
      const result = await this.#confirm("confirmCardPayment", clientSecret, data);
      const wantsHelp = options.handleActions !== false;
      return wantsHelp ? await this.#act(clientSecret, result) : result;
    });
    return confirming as Promise<PaymentIntentResult>;
  }

  async confirmCardSetup(
    clientSecret: string,
    data: ConfirmCardSetupData = {},
  ): Promise<SetupIntentResult> {
    mustBeSecret("confirmCardSetup", clientSecret, "seti");
    const confirming = this.#once("confirmCardSetup", clientSecret, async () =>
      this.#act(clientSecret, await this.#confirm("confirmCardSetup", clientSecret, data)),
    );
    return confirming as Promise<SetupIntentResult>;
  }

  async retrieveSetupIntent(clientSecret: string): Promise<SetupIntentResult> {
    mustBeSecret("retrieveSetupIntent", clientSecret, "seti");
    const present = this.#ownFrame().call("retrieve", { clientSecret });
    return present as Promise<SetupIntentResult>;
  }

  async #once(
    method: string,
    clientSecret: string,
    work: () => Promise<IntentResult>,
  ): Promise<IntentResult> {
    if (this.#underWay.has(clientSecret)) {
      throw new IntegrationError(
        `You have an in-flight ${method}! Please be sure to disable your form submit button ` +
          `when ${method} is called.`,
      );
    }
    this.#underWay.add(clientSecret);
    try {
      return await work();
    } finally {
      this.#underWay.delete(clientSecret);
    }
  }

  async retrievePaymentIntent(clientSecret: string): Promise<PaymentIntentResult> {
    mustBeSecret("retrievePaymentIntent", clientSecret);
    const present = this.#ownFrame().call("retrieve", { clientSecret });
    return present as Promise<PaymentIntentResult>;
  }

  async handleCardAction(clientSecret: string): Promise<PaymentIntentResult> {
    const present = await this.retrievePaymentIntent(clientSecret);
    return this.#act(clientSecret, present) as Promise<PaymentIntentResult>;
  }

  handleNextAction({ clientSecret }: { clientSecret: string }): Promise<PaymentIntentResult> {
    return this.handleCardAction(clientSecret);
  }

  registerAppInfo(): void {}
  _registerWrapper(): void {}

  #confirm(
    caller: string,
    clientSecret: string,
    data: ConfirmCardPaymentData | ConfirmCardSetupData,
  ): Promise<IntentResult> {
    const method = data.payment_method;
    if (typeof method === "string" || method === undefined) {
      return this.#ownFrame().call("confirm", { clientSecret, token: method, billing: {} });
    }
    const card: unknown = "card" in method ? method.card : undefined;
    if (!(card instanceof CardElement)) {
      throw new IntegrationError(
        `Invalid value for ${caller}: payment_method.card should be a card Element.`,
      );
    }
    const { name, email, phone } = method.billing_details ?? {};
    const billing = { ...(name && { name }), ...(email && { email }), ...(phone && { phone }) };
    return card.mountedFrame().call("confirm", { clientSecret, billing });
  }

  async #act(clientSecret: string, result: IntentResult): Promise<IntentResult> {
    const present = intentOf(result);
    const source = present && sourceOf(present);
    if (!source) return result;
    await showChallenge(source);
    const after = await this.#ownFrame().call("retrieve", { clientSecret });
    const intent = intentOf(after);
    if (intent?.status !== "requires_payment_method") return after;
    const failure =
      intent.object === "setup_intent" ? intent.last_setup_error : intent.last_payment_error;
    return failure ? { error: { ...failure, [intent.object]: intent } as StripeError } : after;
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

function intentOf(result: IntentResult): PaymentIntent | SetupIntent | undefined {
  return "setupIntent" in result
    ? result.setupIntent
    : (result as PaymentIntentResult).paymentIntent;
}

function sourceOf(intent: PaymentIntent | SetupIntent): string | undefined {
  if (intent.status !== "requires_action") return undefined;
  const action = intent.next_action?.use_stripe_sdk as { source?: string } | undefined;
  return action?.source;
}

function mustBeSecret(method: string, secret: unknown, kind = "pi"): void {
  if (typeof secret === "string" && new RegExp(`^${kind}_[^_]+_secret_`).test(secret)) return;
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
