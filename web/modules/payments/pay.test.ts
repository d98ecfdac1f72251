import type {
  PaymentIntent,
  PaymentIntentResult,
  Stripe,
  StripeCardElement,
  StripeError,
} from "@stripe/stripe-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pay, readOutcome } from "./pay.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const intent = (status: string, message?: string) =>
  ({
    id: "pi_1",
    status,
    last_payment_error: message ? { message } : null,
  }) as PaymentIntent;
const failed = (error: Partial<StripeError>): PaymentIntentResult => ({
  error: error as StripeError,
});
const lost = failed({ type: "api_connection_error", message: "No connection" });

/** Pays at a provider that answers so, one answer after the other. */
async function payAt(...answers: (PaymentIntentResult | Error | "nothing")[]) {
  let asked = 0;
  const next = async () => {
    // The last answer stays.
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    return answer === "nothing" ? new Promise(() => {}) : answer;
  };
  const stripe = { confirmCardPayment: next, retrievePaymentIntent: next } as unknown as Stripe;
  let unknown = 0;
  const outcome = pay({
    stripe,
    clientSecret: "pi_1_secret_1",
    card: {} as StripeCardElement,
    name: "Vera Lind",
    email: "vera@example.com",
    onUnknown: () => unknown++,
    hasLeft: () => asked > 20,
  });
  await vi.runAllTimersAsync();
  return { outcome: await outcome, unknown, asked };
}

const succeeded = { is: "succeeded", transactionId: "pi_1" };

it("says that a payment succeeded, also when another tab made it", async () => {
  expect(readOutcome({ paymentIntent: intent("succeeded") })).toEqual(succeeded);
  const second = failed({
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: "This PaymentIntent has succeeded already.",
    payment_intent: intent("succeeded"),
  });
  expect(await payAt(second)).toEqual({ outcome: succeeded, unknown: 0, asked: 1 });
});

it("says why the provider refused", () => {
  const declined = { type: "card_error", message: "Your card was declined." } as const;
  expect(
    readOutcome(failed({ ...declined, payment_intent: intent("requires_payment_method") })),
  ).toEqual({
    is: "refused",
    message: "Your card was declined.",
    withdrawn: false,
  });
  expect(readOutcome(failed({ type: "validation_error", message: "Incomplete." }))).toMatchObject({
    is: "refused",
    message: "Incomplete.",
  });
});

it("says when the payment was withdrawn", () => {
  const gone = failed({
    type: "invalid_request_error",
    message: "It was canceled.",
    payment_intent: intent("canceled"),
  });
  expect(readOutcome(gone)).toMatchObject({ is: "refused", withdrawn: true });
});

it.each([
  ["the connection broke", lost],
  ["the provider failed", failed({ type: "api_error", message: "Oops" })],
  ["its script failed", new Error("The Element is not mounted")],
  ["it is under way", { paymentIntent: intent("processing") }],
])("asks until it is known, where %s", async (_, first) => {
  expect(await payAt(first, lost, { paymentIntent: intent("succeeded") })).toEqual({
    outcome: succeeded,
    unknown: 2,
    asked: 3,
  });
});

it("lets people try again only when it is known that nothing was taken", async () => {
  const { outcome } = await payAt(lost, {
    paymentIntent: intent("requires_payment_method", "Your card has expired."),
  });
  expect(outcome).toMatchObject({ is: "refused", message: "Your card has expired." });
  const unfinished = await payAt(lost, { paymentIntent: intent("requires_action") });
  expect(unfinished.outcome).toMatchObject({
    is: "refused",
    message: "The payment was not finished, and nothing was taken. Please try again.",
  });
});

it("believes a no only when what was sent cannot arrive any more", async () => {
  const notYet = { paymentIntent: intent("requires_payment_method", "An earlier card expired.") };
  const late = await payAt(lost, notYet, notYet, { paymentIntent: intent("succeeded") });
  expect(late).toMatchObject({ outcome: succeeded, asked: 4 });
});

it("asks again where no answer comes at all", async () => {
  const { outcome } = await payAt(lost, "nothing", { paymentIntent: intent("succeeded") });
  expect(outcome).toEqual(succeeded);
});

it("stops asking when nobody waits", async () => {
  const { outcome, asked } = await payAt(...Array.from({ length: 30 }, () => lost));
  expect(outcome).toBeUndefined();
  expect(asked).toBe(21);
});
