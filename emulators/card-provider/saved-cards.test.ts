// Customers and their cards through the stripe package, and who may use which card.
import { describe, expect, it } from "vitest";
import { cards, openCardProvider } from "#tests/open-card-provider.ts";
import { createStripeClient, readStripeError } from "#tests/stripe-client.ts";

async function open() {
  const provider = await openCardProvider();
  const stripe = createStripeClient(provider);
  const setUp = async (customer: string) =>
    (await stripe.setupIntents.create({ customer, usage: "on_session" })).client_secret ?? "";
  const save = async (customer: string, card = cards.good) => {
    expect((await provider.pay(await setUp(customer), card)).body.status).toBe("succeeded");
    const [saved] = (await stripe.customers.listPaymentMethods(customer)).data;
    return saved?.id ?? "";
  };
  const intent = async (more: object = {}) => {
    const made = await stripe.paymentIntents.create({ amount: 2_000, currency: "usd", ...more });
    return { ...made, secret: made.client_secret ?? "" };
  };
  return { provider, stripe, setUp, save, intent };
}

const typesOf = ({ provider }: Awaited<ReturnType<typeof open>>) =>
  provider.events().map(({ type }) => type);

describe("a setup intent", () => {
  it("saves a card for its customer, after the bank's question if there is one", async () => {
    const world = await open();
    const { provider, stripe, setUp } = world;
    const { id: customer } = await stripe.customers.create({ metadata: { user: "1" } });
    await provider.pay(await setUp(customer));
    const secret = await setUp(customer);
    expect((await provider.pay(secret, cards.asksAlways)).body.status).toBe("requires_action");
    expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1);
    expect((await provider.authenticate(secret)).body.status).toBe("succeeded");
    expect((await stripe.customers.listPaymentMethods(customer)).data).toMatchObject([
      { customer, card: { brand: "visa", last4: "3184" } },
      { customer, card: { brand: "visa", last4: "4242", exp_month: 12 } },
    ]);
    expect(typesOf(world)).toEqual([
      "customer.created",
      "setup_intent.created",
      "payment_method.attached",
      "setup_intent.succeeded",
      "setup_intent.created",
      "setup_intent.requires_action",
      "payment_method.attached",
      "setup_intent.succeeded",
    ]);
  });

  it("saves no card that is declined or not proven", async () => {
    const { provider, stripe, setUp } = await open();
    const { id: customer } = await stripe.customers.create();
    const declined = await provider.pay(await setUp(customer), cards.declined);
    expect([declined.status, declined.body.error?.code]).toEqual([402, "card_declined"]);
    const secret = await setUp(customer);
    await provider.pay(secret, cards.asksFirst);
    expect((await provider.authenticate(secret, "fail")).body.status).toBe(
      "requires_payment_method",
    );
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });
});

describe("a saved card", () => {
  it("pays for its own customer only, and no more once it is detached", async () => {
    const { provider, stripe, save, intent } = await open();
    const [{ id: ada }, { id: eve }] = [
      await stripe.customers.create(),
      await stripe.customers.create(),
    ];
    const card = await save(ada);
    expect((await provider.pay((await intent()).secret, card)).body.error?.message).toContain(
      "for security purposes you must provide the customer",
    );
    expect(
      (await provider.pay((await intent({ customer: eve })).secret, card)).body.error,
    ).toMatchObject({ code: "resource_missing" });
    const { secret, id } = await intent();
    await stripe.paymentIntents.update(id, { customer: ada });
    expect((await provider.pay(secret, card)).body.status).toBe("succeeded");
    await stripe.paymentMethods.detach(card);
    const later = await intent({ customer: ada });
    expect((await provider.pay(later.secret, card)).body.error?.message).toContain(
      "may not be used again",
    );
    const again = await readStripeError(stripe.paymentMethods.detach(card));
    expect(again).toMatchObject({ statusCode: 400 });
  });

  it("is kept from a payment only if that says so", async () => {
    const { provider, stripe, intent } = await open();
    const { id: customer } = await stripe.customers.create();
    await provider.pay((await intent({ customer })).secret);
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
    const saving = await intent({ customer, setup_future_usage: "on_session" });
    await provider.pay(saving.secret, cards.mastercard);
    const listed = await stripe.customers.listPaymentMethods(customer);
    expect(listed.data).toMatchObject([{ card: { brand: "mastercard", last4: "4444" } }]);
    await stripe.customers.del(customer);
    const missing = await readStripeError(stripe.customers.listPaymentMethods(customer));
    expect(missing).toMatchObject({ statusCode: 404, code: "resource_missing" });
    const unsaved = await stripe.paymentMethods.retrieve(listed.data[0]?.id ?? "");
    expect(unsaved.customer).toBeNull();
  });
});
