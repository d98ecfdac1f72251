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

/** Pays at a provider that returns these results in turn; the last one repeats. */
async function payWithResults(...results: (PaymentIntentResult | Error | "no response")[]) {
  let calls = 0;
  const next = async () => {
    const result = results[Math.min(calls++, results.length - 1)];
    if (result instanceof Error) throw result;
    return result === "no response" ? new Promise(() => {}) : result;
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
    hasLeft: () => calls > 20,
  });
  await vi.runAllTimersAsync();
  return { outcome: await outcome, unknown, calls };
}

const succeeded = { is: "succeeded", transactionId: "pi_1" };

it("reports a payment as succeeded, also when another tab made it", async () => {
  expect(readOutcome({ paymentIntent: intent("succeeded") })).toEqual(succeeded);
  const second = failed({
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: "This PaymentIntent has succeeded already.",
    payment_intent: intent("succeeded"),
  });
  expect(await payWithResults(second)).toEqual({ outcome: succeeded, unknown: 0, calls: 1 });
});

it("reports why the provider declined", () => {
  const declined = { type: "card_error", message: "Your card was declined." } as const;
  expect(
    readOutcome(failed({ ...declined, payment_intent: intent("requires_payment_method") })),
  ).toEqual({
    is: "refused",
    message: "Your card was declined.",
    note: "Nothing was charged. Please try another card, or this one again.",
    withdrawn: false,
  });
  expect(readOutcome(failed({ type: "validation_error", message: "Incomplete." }))).toMatchObject({
    is: "refused",
    message: "Incomplete.",
    note: "",
  });
});

it("reports a canceled payment as withdrawn", () => {
  const canceled = failed({
    type: "invalid_request_error",
    message: "It was canceled.",
    payment_intent: intent("canceled"),
  });
  expect(readOutcome(canceled)).toMatchObject({
    is: "refused",
    note: "Nothing was charged.",
    withdrawn: true,
  });
});

it.each([
  ["the connection broke", lost],
  ["the provider failed", failed({ type: "api_error", message: "Oops" })],
  ["its script failed", new Error("The Element is not mounted")],
  ["it is under way", { paymentIntent: intent("processing") }],
])("looks the payment up until the outcome is known when %s", async (_, first) => {
  expect(await payWithResults(first, lost, { paymentIntent: intent("succeeded") })).toEqual({
    outcome: succeeded,
    unknown: 2,
    calls: 3,
  });
});

it("offers another attempt only when nothing was charged", async () => {
  const { outcome } = await payWithResults(lost, {
    paymentIntent: intent("requires_payment_method", "Your card has expired."),
  });
  expect(outcome).toMatchObject({ is: "refused", message: "Your card has expired." });
  const unfinished = await payWithResults(lost, { paymentIntent: intent("requires_action") });
  expect(unfinished.outcome).toMatchObject({
    is: "refused",
    message: "The payment was not finished, and nothing was taken. Please try again.",
    note: "",
  });
});

it("accepts a decline only when the request can no longer take effect", async () => {
  const notYet = { paymentIntent: intent("requires_payment_method", "An earlier card expired.") };
  const late = await payWithResults(lost, notYet, notYet, { paymentIntent: intent("succeeded") });
  expect(late).toMatchObject({ outcome: succeeded, calls: 4 });
});

it("repeats a lookup that gets no response", async () => {
  const { outcome } = await payWithResults(lost, "no response", {
    paymentIntent: intent("succeeded"),
  });
  expect(outcome).toEqual(succeeded);
});

it("stops looking up after the page was left", async () => {
  const { outcome, calls } = await payWithResults(...Array.from({ length: 30 }, () => lost));
  expect(outcome).toBeUndefined();
  expect(calls).toBe(21);
});
