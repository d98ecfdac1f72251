// A lost response never counts as a decline: the payment is looked up until the outcome is known.
import type { PaymentIntentResult, Stripe, StripeCardElement } from "@stripe/stripe-js";

export type PaymentOutcome =
  | { is: "succeeded"; transactionId: string }
  /** Nothing was charged. `note`: said beside the provider's words. `withdrawn`: this payment cannot be made any more. */
  | { is: "refused"; message: string; note: string; withdrawn: boolean }
  | { is: "unknown"; mayStillArrive: boolean };
type Known = Exclude<PaymentOutcome, { is: "unknown" }>;

type Payment = {
  stripe: Stripe;
  clientSecret: string;
  card: StripeCardElement | string;
  name: string;
  email: string;
  onUnknown: () => void;
  hasLeft: () => boolean;
};

const lookupMs = 2_000;
const lookupTimeoutMs = 10_000;
/** A request without a response takes effect within this time, or never. */
const maxArrivalMs = 30_000;

export async function pay(payment: Payment): Promise<Known | undefined> {
  const { stripe, clientSecret, card, name, email } = payment;
  const confirmed = stripe.confirmCardPayment(clientSecret, {
    payment_method: typeof card === "string" ? card : { card, billing_details: { name, email } },
  });
  const first = await confirmed.then(readOutcome, toUnknown);
  if (first.is !== "unknown") return first;
  const declineIsFinalAt = Date.now() + (first.mayStillArrive ? maxArrivalMs : 0);
  for (;;) {
    payment.onUnknown();
    await sleep(lookupMs);
    if (payment.hasLeft()) return undefined;
    const lookup = stripe.retrievePaymentIntent(clientSecret).then(readOutcome, toUnknown);
    const outcome = await Promise.race([lookup, sleep(lookupTimeoutMs).then(toUnknown)]);
    if (outcome.is === "unknown") continue;
    const isFinal = outcome.is === "succeeded" || outcome.withdrawn;
    if (isFinal || Date.now() >= declineIsFinalAt) return outcome;
  }
}

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const toUnknown = (): PaymentOutcome => ({ is: "unknown", mayStillArrive: true });

export function readOutcome({ paymentIntent, error }: PaymentIntentResult): PaymentOutcome {
  // A second attempt, for example in another tab, gets an error with the paid intent.
  const intent = paymentIntent ?? error.payment_intent;
  if (intent?.status === "succeeded") return { is: "succeeded", transactionId: intent.id };
  if (intent?.status === "processing") return { is: "unknown", mayStillArrive: false };
  if (error && mayHaveActed.has(error.type)) {
    return { is: "unknown", mayStillArrive: error.type !== "api_error" };
  }
  const message = error?.message ?? intent?.last_payment_error?.message;
  // What is wrong with the typed digits was not sent.
  const wasTried = message !== undefined && error?.type !== "validation_error";
  const withdrawn = intent?.status === "canceled";
  const note = wasTried ? `Nothing was charged.${withdrawn ? "" : tryAgainText}` : "";
  return { is: "refused", message: message ?? notFinishedText, note, withdrawn };
}

/** These errors may come before or after the charge. */
const mayHaveActed = new Set(["api_connection_error", "api_error", "idempotency_error"]);
const tryAgainText = " Please try another card, or this one again.";
const notFinishedText = "The payment was not finished, and nothing was taken. Please try again.";
