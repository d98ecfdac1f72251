// Stripe's documented test cards.
import type Stripe from "stripe";
import { cardError } from "./errors.ts";
import { newId, now } from "./ids.ts";
import type { Form } from "./parse-form.ts";

export type Refusal = { code: string; message: string; declineCode?: string };
export type Outcome = {
  refusal?: Refusal;
  /** Requires 3-D Secure. */
  needsChallenge?: boolean;
  /** Can be saved, although payments are declined. */
  attaches?: boolean;
};

/** How a saved card behaves; its number is not stored. */
export type CardOutcome = Outcome & { id: string; object: "card_outcome"; created: number };

/** 3-D Secure, of a payment or a setup intent. */
export type Challenge = {
  id: string;
  object: "challenge";
  created: number;
  intent: string;
  method: string;
  /** The decline after a completed challenge. */
  refusal?: Refusal;
};

const declined = (declineCode: string, message = "Your card was declined."): Outcome => ({
  refusal: { code: "card_declined", declineCode, message },
});
const insufficientFunds = declined("insufficient_funds", "Your card has insufficient funds.");

const testCards: Record<string, Outcome> = {
  "4242424242424242": {},
  "4000056655665556": {},
  "5555555555554444": {},
  "2223003122003222": {},
  "5200828282828210": {},
  "378282246310005": {},
  "371449635398431": {},
  "6011111111111117": {},
  "3056930009020004": {},
  "3566002020360505": {},
  // Refunds stay pending.
  "4000000000007726": {},
  // Refunds succeed, then fail.
  "4000000000005126": {},
  // Payments are disputed and cannot be refunded.
  "4000000000000259": {},
  "4000000000000002": declined("generic_decline"),
  "4000000000009995": insufficientFunds,
  "4000000000009987": declined("lost_card"),
  "4000000000009979": declined("stolen_card"),
  "4100000000000019": declined("fraudulent"),
  "4000000000000069": { refusal: { code: "expired_card", message: "Your card has expired." } },
  "4000000000000127": {
    refusal: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  },
  "4000000000000119": {
    refusal: {
      code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
    },
  },
  "4000002500003155": { needsChallenge: true },
  "4000002760003184": { needsChallenge: true },
  "4000000000003220": { needsChallenge: true },
  "4000008260003178": { needsChallenge: true, attaches: true, ...insufficientFunds },
  "4000000000000341": { attaches: true, ...declined("generic_decline") },
};

const realCard = declined(
  "test_mode_live_card",
  "Your card was declined. Your request was in test mode, but used a non test (live) card. " +
    "For a list of valid test cards, visit: https://stripe.com/docs/testing.",
);

export type Card = { number: string; month: number; year: number };

export function readCard(form: Form): Card {
  const text = (name: string) => (typeof form[name] === "string" ? form[name] : "");
  const number = text("number").replaceAll(" ", "");
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError("incorrect_number", "Your card number is incorrect.", { param: "number" });
  }
  const month = Number(text("exp_month"));
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    const says = "Your card's expiration month is invalid.";
    throw cardError("invalid_expiry_month", says, { param: "exp_month" });
  }
  const given = Number(text("exp_year"));
  const year = given < 100 ? 2000 + given : given;
  const today = new Date();
  const isPast = year * 12 + month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
  if (!Number.isInteger(year) || isPast || year > today.getUTCFullYear() + 50) {
    const says = "Your card's expiration year is invalid.";
    throw cardError("invalid_expiry_year", says, { param: "exp_year" });
  }
  const cvc = text("cvc");
  if (cvc !== "" && !(findBrand(number) === "amex" ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc)) {
    throw cardError("invalid_cvc", "Your card's security code is invalid.", { param: "cvc" });
  }
  return { number, month, year };
}

export function findOutcome({ number }: Card): Outcome {
  return testCards[number] ?? realCard;
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function toCardOutcome(method: Stripe.PaymentMethod, outcome: Outcome): CardOutcome {
  const { id, created } = method;
  return { ...outcome, id: outcomeId(id), object: "card_outcome", created };
}

export const outcomeId = (method: string) => `${method}_outcome`;

export function findBrand(number: string): string {
  if (/^4/.test(number)) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^3[47]/.test(number)) return "amex";
  if (/^6(011|5|4[4-9])/.test(number)) return "discover";
  if (/^3(0[0-5]|[689])/.test(number)) return "diners";
  if (/^35/.test(number)) return "jcb";
  return "unknown";
}

export type Billing = { name: string | null; email: string | null; phone: string | null };

export function readBilling(form: Form | string | undefined): Billing {
  const text = (name: string) => {
    const value = typeof form === "object" ? form[name] : undefined;
    return typeof value === "string" && value !== "" ? value : null;
  };
  return { name: text("name"), email: text("email"), phone: text("phone") };
}

/** Never contains the number. */
export function newPaymentMethod(card: Card, billing: Billing): Stripe.PaymentMethod {
  const brand = findBrand(card.number);
  const method = {
    id: newId("pm"),
    object: "payment_method" as const,
    billing_details: { ...billing, address: null, tax_id: null },
    card: {
      brand,
      exp_month: card.month,
      exp_year: card.year,
      funding: "credit",
      last4: card.number.slice(-4),
    } as Partial<Stripe.PaymentMethod.Card> as Stripe.PaymentMethod.Card,
    created: now(),
    customer: null,
    livemode: false,
    metadata: {},
    type: "card" as const,
  };
  return method as Partial<Stripe.PaymentMethod> as Stripe.PaymentMethod;
}
