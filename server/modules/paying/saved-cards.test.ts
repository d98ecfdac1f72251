// Saved cards are the provider's: the shop knows whose they are, and stores nothing of them.
import { describe, expect, it } from "vitest";
import { cardCalls, type SavedCard } from "#contract/cards.ts";
import type { Order } from "#contract/orders.ts";
import { deleteLeftCustomers } from "#server/modules/payments/delete-customers.ts";
import { cards } from "#tests/open-card-provider.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  type PayingShop,
  sharePayingShop,
} from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp } from "#tests/people.ts";
import { createStripeClient } from "#tests/stripe-client.ts";

const share = sharePayingShop();

const listCards = async ({ get }: SignedIn) => (await get("/api/cards")).body as SavedCard[];

async function saveCard(shop: PayingShop, person: SignedIn, card = cards.good) {
  const { status, body } = await person.send("POST", "/api/cards/setup");
  const { clientSecret } = body as { clientSecret: string };
  expect(status).toBe(200);
  expect((await shop.cards.pay(clientSecret, card)).body.status).toBe("succeeded");
  const [saved] = await listCards(person);
  if (!saved) throw new Error("The card is not listed");
  return saved;
}

type Choice = { card?: string; save?: boolean };

const prepare = (person: SignedIn, { _id, totalPrice: price }: Order, choice: Choice) =>
  person.send("POST", `/api/orders/${_id}/pay`, { price, ...choice });

async function prepareSecret(person: SignedIn, order: Order, choice: Choice): Promise<string> {
  const { status, body } = await prepare(person, order, choice);
  expect([status, body]).toMatchObject([200, { clientSecret: expect.stringMatching(/^pi_/) }]);
  return (body as { clientSecret: string }).clientSecret;
}

async function expectPaid(person: SignedIn, order: Order, secret: string): Promise<void> {
  const { body } = await confirmPayment(person, order, intentIdOf(secret));
  expect(body).toMatchObject({ paid: true, transactionId: intentIdOf(secret) });
}

const missing = {
  status: 404,
  body: { error: { code: "not-found", message: expect.stringContaining("no such card") } },
};

describe("a card", () => {
  it("is kept from a payment if the box was ticked, and from no other", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    const first = await orderFirstPart(shop, vera);
    const plain = await createClientSecret(vera, first);
    await shop.cards.pay(plain);
    await expectPaid(vera, first, plain);
    expect(await listCards(vera)).toEqual([]);

    const second = await orderFirstPart(shop, vera);
    const secret = await prepareSecret(vera, second, { save: true });
    const [intent] = shop.cards.intents();
    expect(intent).toMatchObject({ setup_future_usage: "on_session" });
    await shop.cards.pay(secret, cards.mastercard);
    await expectPaid(vera, second, secret);
    const saved = { brand: "mastercard", lastDigits: "4444", expiryMonth: 12 };
    expect(await listCards(vera)).toMatchObject([saved]);
  });

  it("is not kept when the box was unticked, nor by a later visit of the page", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    for (const untick of ["again", "later"] as const) {
      const order = await orderFirstPart(shop, vera);
      const secret = await prepareSecret(vera, order, { save: true });
      if (untick === "again") await prepareSecret(vera, order, { save: false });
      else expect(await createClientSecret(vera, order)).toBe(secret);
      await shop.cards.pay(secret);
      await expectPaid(vera, order, secret);
    }
    expect(await listCards(vera)).toEqual([]);
  });

  it("is added without a payment, pays for orders, and is removed at the provider", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    const card = await saveCard(shop, vera);
    const order = await orderFirstPart(shop, vera);
    const secret = await prepareSecret(vera, order, { card: card._id });
    expect((await shop.cards.pay(secret, card._id)).body.status).toBe("succeeded");
    await expectPaid(vera, order, secret);
    const removed = { status: 200, body: { deletedCount: 1 } };
    expect(await vera.send("DELETE", `/api/cards/${card._id}`)).toEqual(removed);
    expect(await listCards(vera)).toEqual([]);
    expect(await vera.send("DELETE", `/api/cards/${card._id}`)).toMatchObject(missing);
    const next = await orderFirstPart(shop, vera);
    expect(await prepare(vera, next, { card: card._id })).toMatchObject(missing);
  });

  it("asks the bank, is declined, and leaves the order to another card", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    const declined = await saveCard(shop, vera, cards.declinedOnceSaved);
    const order = await orderFirstPart(shop, vera);
    const secret = await prepareSecret(vera, order, { card: declined._id });
    expect((await shop.cards.pay(secret, declined._id)).status).toBe(402);
    expect((await confirmPayment(vera, order, intentIdOf(secret))).status).toBe(409);
    const { body } = await vera.send("POST", "/api/cards/setup");
    const setup = (body as { clientSecret: string }).clientSecret;
    await shop.cards.pay(setup, cards.asksAlways);
    await shop.cards.authenticate(setup);
    const [asks] = await listCards(vera);
    expect(await prepareSecret(vera, order, { card: asks?._id ?? "" })).toBe(secret);
    const asked = await shop.cards.pay(secret, asks?._id ?? "");
    expect(asked.body.status).toBe("requires_action");
    await shop.cards.authenticate(secret);
    await expectPaid(vera, order, secret);
  });
});

describe("someone else's card", () => {
  it("is as missing as one that never was, and its order too", async () => {
    const shop = await share();
    const [vera, eve] = [await signUp(shop), await signUp(shop)];
    const card = await saveCard(shop, vera);
    await saveCard(shop, eve);
    const order = await orderFirstPart(shop, eve);
    for (const id of [card._id, "pm_neverThere"]) {
      expect(await prepare(eve, order, { card: id })).toMatchObject(missing);
      expect(await eve.send("DELETE", `/api/cards/${id}`)).toMatchObject(missing);
    }
    const own = await orderFirstPart(shop, vera);
    expect((await prepare(eve, own, { card: card._id })).status).toBe(404);
    // Past the shop, with the secret of an own payment: the provider refuses.
    const secret = await prepareSecret(eve, order, { save: true });
    expect((await shop.cards.pay(secret, card._id)).body.error?.code).toBe("resource_missing");
    expect(await listCards(vera)).toHaveLength(1);
    for (const path of ["/api/cards", `/api/cards/${card._id}`]) {
      const method = path === "/api/cards" ? "GET" : "DELETE";
      expect((await openVisitor(shop).send(method, path)).status).toBe(401);
    }
  });
});

it("one person's listing does not use up the provider's limit, which is one for everybody", async () => {
  const shop = await openPayingShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  const [eve, vera] = [await signUp(shop), await signUp(shop)];
  const list = async () => (await eve.get("/api/cards")).status;
  const times = Array.from({ length: cardCalls.list.rateLimit.unverified });
  expect(await Promise.all(times.map(list))).not.toContain(429);
  await expect.poll(list, { interval: 0 }).toBe(429);
  expect(await listCards(vera)).toEqual([]);
});

describe("the provider's customer", () => {
  it("is one for each person, also when two pages ask at once, and replaced if it is gone", async () => {
    const shop = await openPayingShop();
    const stripe = createStripeClient(shop.cards);
    const vera = await signUp(shop);
    const asked = await Promise.all(
      Array.from({ length: 4 }, () => vera.send("POST", "/api/cards/setup")),
    );
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await saveCard(shop, vera);
    await deleteLeftCustomers(shop.shop);
    expect(await listCards(vera)).toHaveLength(1);
    const { body } = await vera.get("/api/own-data");
    const { cardCustomer } = body as { cardCustomer: string };
    expect(await stripe.customers.retrieve(cardCustomer)).toMatchObject({ id: cardCustomer });
    await stripe.customers.del(cardCustomer);
    expect(await listCards(vera)).toEqual([]);
    await saveCard(shop, vera);
  });

  it("is deleted with the account, as soon as the provider can be reached", async () => {
    const shop = await openPayingShop();
    const stripe = createStripeClient(shop.cards);
    const vera = await signUp(shop);
    const { _id: card } = await saveCard(shop, vera);
    const { customer } = await stripe.paymentMethods.retrieve(card);
    const { email, password } = vera;
    const deleted = await vera.send("POST", "/api/own-data/delete", { email, password });
    expect(deleted.status).toBe(200);
    shop.cards.faults({ failBefore: 1 });
    await deleteLeftCustomers(shop.shop).catch(() => {});
    await deleteLeftCustomers(shop.shop);
    const answer = await stripe.customers.retrieve(String(customer)).catch(({ code }) => code);
    expect(answer).toBe("resource_missing");
    expect((await stripe.paymentMethods.retrieve(card)).customer).toBeNull();
  });
});
