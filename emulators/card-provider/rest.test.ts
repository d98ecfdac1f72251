// The REST calls through the stripe package, compared with Stripe's documentation.
import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { cards, openCardProvider } from "#tests/open-card-provider.ts";
import { createStripeClient, readStripeError } from "#tests/stripe-client.ts";

const order = { amount: 2_000, currency: "usd", metadata: { order: "1" } };

async function open() {
  const provider = await openCardProvider();
  const stripe = createStripeClient(provider);
  const make = async (more: Partial<Stripe.PaymentIntentCreateParams> = {}) => {
    const intent = await stripe.paymentIntents.create({ ...order, ...more });
    return { ...intent, secret: intent.client_secret ?? "" };
  };
  const paid = async () => {
    const intent = await make();
    await provider.pay(intent.secret);
    return intent;
  };
  return { provider, stripe, make, paid };
}

describe("a payment intent", () => {
  it("is made, and found again", async () => {
    const { stripe } = await open();
    const intent = await stripe.paymentIntents.create(order);
    expect(intent).toMatchObject({
      object: "payment_intent",
      status: "requires_payment_method",
      amount: 2_000,
      amount_received: 0,
      currency: "usd",
      metadata: { order: "1" },
      livemode: false,
    });
    expect(intent.id).toMatch(/^pi_\w{24}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
  });

  it.each([
    [{ amount: 49 }, "amount_too_small", "amount", "Amount must be at least $0.50 usd"],
    [{ amount: 0 }, "parameter_invalid_integer", "amount", "This value must be greater than"],
    [{ amount: -5 }, "parameter_invalid_integer", "amount", "This value must be greater than"],
    [{ amount: 1.5 }, "parameter_invalid_integer", "amount", "Invalid integer: 1.5"],
    [{ amount: 1e8 }, "amount_too_large", "amount", "Amount must be no more than $999,999.99"],
    [{ currency: "xxx" }, undefined, "currency", "Invalid currency: xxx"],
    [{ currency: "" }, "parameter_missing", "currency", "Missing required param: currency."],
    [{ colour: "red" }, "parameter_unknown", "colour", "Received unknown parameter: colour"],
    [{ metadata: { a: "x".repeat(501) } }, undefined, "metadata[a]", "up to 500 characters"],
  ])("is refused with %j", async (wrong, code, param, says) => {
    const { make, provider } = await open();
    const told = await readStripeError(make(wrong as Partial<Stripe.PaymentIntentCreateParams>));
    const type = "StripeInvalidRequestError";
    expect(told).toMatchObject({ type, code, param, statusCode: 400 });
    expect(told).toHaveProperty("message", expect.stringContaining(says));
    expect(provider.intents()).toEqual([]);
    expect(provider.events()).toEqual([]);
  });

  it("is told apart by 404 and by whose key it is", async () => {
    const { provider, stripe, make } = await open();
    expect(await readStripeError(stripe.paymentIntents.retrieve("pi_nobody"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      param: "intent",
      message: "No such payment_intent: 'pi_nobody'",
    });
    const other = createStripeClient(provider, "sk_test_of_somebody_else");
    expect(await readStripeError(other.paymentIntents.create(order))).toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
      message: expect.stringMatching(/^Invalid API Key provided: sk_test_\*+else$/),
    });
    const browser = createStripeClient(provider, provider.env.STRIPE_PUBLISHABLE_KEY);
    expect(await readStripeError(browser.paymentIntents.create(order))).toMatchObject({
      statusCode: 403,
      code: "secret_key_required",
    });
    const { id, secret } = await make();
    expect(await readStripeError(browser.paymentIntents.retrieve(id))).toMatchObject({
      statusCode: 400,
    });
    expect(
      await readStripeError(browser.paymentIntents.retrieve(id, { client_secret: `${secret}x` })),
    ).toMatchObject({ statusCode: 400, param: "client_secret" });
    const seen = await browser.paymentIntents.retrieve(id, { client_secret: secret });
    expect(seen).toMatchObject({ id, status: "requires_payment_method" });
    expect(seen).not.toHaveProperty("metadata");
  });

  it("is paid with a good card", async () => {
    const { provider, stripe, make } = await open();
    const intent = await make();
    const answer = await provider.pay(intent.secret, cards.good);
    expect(answer).toMatchObject({ status: 200, body: { status: "succeeded" } });
    const [charge] = provider.charges();
    expect(charge).toMatchObject({ paid: true, amount: 2_000, payment_intent: intent.id });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      amount_received: 2_000,
      latest_charge: charge?.id,
      last_payment_error: null,
    });
  });

  it.each([
    [cards.declined, "card_declined", "generic_decline", "Your card was declined."],
    [cards.noFunds, "card_declined", "insufficient_funds", "Your card has insufficient funds."],
    [cards.expired, "expired_card", undefined, "Your card has expired."],
    [cards.wrongCvc, "incorrect_cvc", undefined, "Your card's security code is incorrect."],
    ["4012888888881881", "card_declined", "test_mode_live_card", "Your card was declined. Your"],
  ])("is declined for %s, and can be paid then", async (card, code, declineCode, says) => {
    const { provider, stripe, make } = await open();
    const intent = await make();
    const { status, body } = await provider.pay(intent.secret, card);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      type: "card_error",
      code,
      message: expect.stringContaining(says),
      payment_intent: { id: intent.id, status: "requires_payment_method" },
    });
    expect(body.error?.decline_code).toBe(declineCode);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code, type: "card_error" },
      amount_received: 0,
    });
    expect((await provider.pay(intent.secret)).body.status).toBe("succeeded");
    expect(provider.charges().map(({ paid }) => paid)).toEqual([true, false]);
  });

  it.each([
    ["4242424242424241", "incorrect_number", "Your card number is incorrect."],
    ["42", "incorrect_number", "Your card number is incorrect."],
  ])("is not even tried with %s", async (card, code, message) => {
    const { provider, make } = await open();
    const answer = await provider.pay((await make()).secret, card);
    expect(answer).toMatchObject({ status: 402, body: { error: { code, message } } });
    expect(provider.charges()).toEqual([]);
    expect(provider.intents()[0]?.last_payment_error).toBeNull();
  });

  it("cannot be paid twice, and says what it is", async () => {
    const { provider, paid } = await open();
    const intent = await paid();
    expect(await provider.pay(intent.secret)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "payment_intent_unexpected_state",
          payment_intent: { id: intent.id, status: "succeeded" },
        },
      },
    });
    expect(provider.charges()).toHaveLength(1);
  });

  it("is called off, unless it is paid", async () => {
    const { provider, stripe, make, paid } = await open();
    const off = await make();
    expect(
      await stripe.paymentIntents.cancel(off.id, { cancellation_reason: "abandoned" }),
    ).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
    expect(await provider.pay(off.secret)).toMatchObject({
      status: 400,
      body: { error: { code: "payment_intent_unexpected_state" } },
    });
    expect(await readStripeError(stripe.paymentIntents.cancel(off.id))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    const done = await paid();
    expect(await readStripeError(stripe.paymentIntents.cancel(done.id))).toMatchObject({
      statusCode: 400,
      code: "payment_intent_unexpected_state",
      message: expect.stringContaining("because it has a status of succeeded"),
      payment_intent: { id: done.id, status: "succeeded", amount_received: 2_000 },
    });
  });
});

describe("3-D Secure", () => {
  it("asks first, and takes the money then", async () => {
    const { provider, stripe, make } = await open();
    const intent = await make();
    const asked = await provider.pay(intent.secret, cards.asksFirst);
    expect(asked.body).toMatchObject({
      status: "requires_action",
      next_action: { type: "use_stripe_sdk" },
    });
    expect(provider.charges()).toEqual([]);
    expect((await provider.authenticate(intent.secret)).body.status).toBe("succeeded");
    expect((await stripe.paymentIntents.retrieve(intent.id)).amount_received).toBe(2_000);
  });

  it("takes none when it fails, and another try is possible", async () => {
    const { provider, make } = await open();
    const { secret } = await make();
    await provider.pay(secret, cards.asksFirst);
    const { body } = await provider.authenticate(secret, "fail");
    expect(body).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: {
        code: "payment_intent_authentication_failure",
        message: expect.stringContaining("We are unable to authenticate your payment method."),
      },
    });
    expect(provider.charges()).toEqual([]);
    expect((await provider.pay(secret)).body.status).toBe("succeeded");
  });

  it("asks anew after it was left half-way, and the older question is void", async () => {
    const { provider, stripe, make } = await open();
    const { id, secret } = await make();
    const first = await provider.pay(secret, cards.asksFirst);
    const second = await provider.pay(secret, cards.asksFirst);
    expect(second.body.status).toBe("requires_action");
    const old = first.body.next_action?.use_stripe_sdk?.source;
    const complete = new URLSearchParams({ outcome: "complete" });
    const answer = await fetch(`${provider.origin}/3d-secure/${old}`, {
      method: "POST",
      body: complete,
    });
    expect(answer.status).toBe(400);
    expect(provider.charges()).toEqual([]);
    await stripe.paymentIntents.cancel(id);
    expect((await provider.authenticate(secret)).body.status).toBe("canceled");
    expect(provider.charges()).toEqual([]);
  });

  it("may be followed by a no of the bank", async () => {
    const { provider, make } = await open();
    const { secret } = await make();
    await provider.pay(secret, "4000008260003178");
    expect((await provider.authenticate(secret)).body).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
    });
  });
});

describe("lists", () => {
  it("page through the newest first", async () => {
    const { stripe, make } = await open();
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.unshift((await make()).id);
    const list = (page: Stripe.PaymentIntentListParams) => stripe.paymentIntents.list(page);
    const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    const first = await list({ limit: 2 });
    expect([ids(first), first.has_more]).toEqual([made.slice(0, 2), true]);
    const rest = await list({ limit: 3, starting_after: made[1] ?? "" });
    expect([ids(rest), rest.has_more]).toEqual([made.slice(2), false]);
    const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(ids({ data: all })).toEqual(made);
    expect(ids(await list({ created: { gte: first.data[0]?.created ?? 0 } }))).toContain(made[0]);
    expect(ids(await list({ created: { gte: (first.data[0]?.created ?? 0) + 60 } }))).toEqual([]);
    expect(await readStripeError(list({ starting_after: "pi_x" }))).toMatchObject({
      statusCode: 404,
    });
    expect(await readStripeError(list({ limit: 101 }))).toMatchObject({ statusCode: 400 });
  });
});

describe("a refund", () => {
  it("gives all of it back, once", async () => {
    const { provider, stripe, paid } = await open();
    const { id } = await paid();
    const refund = await stripe.refunds.create({
      payment_intent: id,
      reason: "requested_by_customer",
      metadata: { refund: "7" },
    });
    expect(refund).toMatchObject({ amount: 2_000, status: "succeeded", metadata: { refund: "7" } });
    expect(await stripe.refunds.retrieve(refund.id)).toEqual(refund);
    expect(await readStripeError(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      statusCode: 400,
      code: "charge_already_refunded",
    });
    expect(provider.charges()[0]).toMatchObject({ refunded: true, amount_refunded: 2_000 });
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe("succeeded");
  });

  it("is never more than what is left", async () => {
    const { stripe, paid } = await open();
    const { id } = await paid();
    const give = (amount: number) => stripe.refunds.create({ payment_intent: id, amount });
    const first = await give(1_500);
    expect(await readStripeError(give(501))).toMatchObject({
      statusCode: 400,
      param: "amount",
      message: "Refund amount ($5.01) is greater than unrefunded amount on charge ($5.00)",
    });
    expect(await readStripeError(give(0))).toMatchObject({ statusCode: 400 });
    const second = await give(500);
    const list = await stripe.refunds.list({ payment_intent: id });
    expect(list.data.map((each) => each.id)).toEqual([second.id, first.id]);
    expect((await stripe.refunds.list({ limit: 1 })).has_more).toBe(true);
    const { created } = first;
    expect((await stripe.refunds.list({ created: { gte: created } })).data).toHaveLength(2);
    expect((await stripe.refunds.list({ created: { gte: created + 60 } })).data).toEqual([]);
  });

  it("needs a payment", async () => {
    const { stripe, make } = await open();
    const { id } = await make();
    expect(await readStripeError(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("does not have a successful charge to refund"),
    });
    expect(await readStripeError(stripe.refunds.create({ payment_intent: "pi_x" }))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
    expect(await readStripeError(stripe.refunds.create({}))).toMatchObject({
      param: "payment_intent",
    });
    expect(await readStripeError(stripe.refunds.retrieve("re_x"))).toMatchObject({
      statusCode: 404,
    });
  });

  it("takes its time with one of the cards, and may come back", async () => {
    const { provider, stripe, make } = await open();
    const { id, secret } = await make();
    await provider.pay(secret, cards.refundsLate);
    const refund = () => stripe.refunds.create({ payment_intent: id });
    const first = await refund();
    expect(first.status).toBe("pending");
    expect(provider.finishRefunds("failed")).toBe(1);
    expect(await stripe.refunds.retrieve(first.id)).toMatchObject({ status: "failed" });
    const second = await refund();
    expect(provider.finishRefunds()).toBe(1);
    expect(await stripe.refunds.retrieve(second.id)).toMatchObject({ status: "succeeded" });
    expect(await readStripeError(refund())).toMatchObject({ code: "charge_already_refunded" });
    const told = provider.events().map(({ type }) => type);
    expect(told.filter((type) => type.startsWith("refund."))).toEqual([
      "refund.created",
      "refund.updated",
      "refund.failed",
      "refund.created",
      "refund.updated",
    ]);
  });
});
