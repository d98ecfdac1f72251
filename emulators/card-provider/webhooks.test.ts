import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type Stripe from "stripe";
import { describe, expect, it, onTestFinished } from "vitest";
import { cards, openCardProvider } from "#tests/open-card-provider.ts";
import { createStripeClient } from "#tests/stripe-client.ts";

const order = { amount: 2_000, currency: "usd", metadata: { order: "1" } };

/** Receives webhooks and answers with the given status. */
async function listen() {
  const received: { body: string; signature: string }[] = [];
  const receiver = { status: 200, received, url: "" };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const bytes of request) body += bytes;
    received.push({ body, signature: String(request.headers["stripe-signature"]) });
    response.writeHead(receiver.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  receiver.url = `http://localhost:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

async function open() {
  const receiver = await listen();
  const provider = await openCardProvider({ webhooksTo: receiver.url });
  const stripe = createStripeClient(provider);
  const events = () =>
    receiver.received.map(({ body, signature }) =>
      stripe.webhooks.constructEvent(body, signature, provider.env.STRIPE_WEBHOOK_SECRET),
    );
  const received = (...types: string[]) =>
    expect
      .poll(
        () =>
          events()
            .map(({ type }) => type)
            .sort(),
        { interval: 20 },
      )
      .toEqual(types.sort());
  const make = async () => {
    const { id, client_secret } = await stripe.paymentIntents.create(order);
    return { id, secret: client_secret ?? "" };
  };
  return { receiver, provider, stripe, events, received, make };
}

describe("webhooks", () => {
  it("tell all that happens, signed as the package expects", async () => {
    const { provider, stripe, events, received, make } = await open();
    const { id, secret } = await make();
    await provider.pay(secret, cards.declined);
    await provider.pay(secret, cards.asksFirst);
    await provider.authenticate(secret);
    await stripe.refunds.create({ payment_intent: id });
    const other = await make();
    await stripe.paymentIntents.cancel(other.id);
    await received(
      "payment_intent.created",
      "charge.failed",
      "payment_intent.payment_failed",
      "payment_intent.requires_action",
      "charge.succeeded",
      "payment_intent.succeeded",
      "refund.created",
      "charge.refunded",
      "payment_intent.created",
      "payment_intent.canceled",
    );
    const succeeded = events().find(({ type }) => type === "payment_intent.succeeded");
    expect(succeeded).toMatchObject({
      object: "event",
      livemode: false,
      data: {
        object: { id, status: "succeeded", amount_received: 2_000, metadata: { order: "1" } },
      },
    });
    await expect.poll(() => provider.events().map(({ state }) => state)).not.toContain("wanted");
  });

  it("come again until somebody says that they have them, the same each time", async () => {
    const { receiver, provider, events, make } = await open();
    receiver.status = 500;
    await make();
    await expect.poll(() => receiver.received.length).toBe(2);
    receiver.status = 200;
    await expect.poll(() => receiver.received.length).toBe(3);
    await expect.poll(() => provider.events()[0]?.state).toBe("delivered");
    expect(new Set(events().map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(provider.events()).toMatchObject([{ tries: 3, last_answer: "200" }]);
  });

  it("wait for a shop that is not there yet", async () => {
    const provider = await openCardProvider();
    await createStripeClient(provider).paymentIntents.create(order);
    const receiver = await listen();
    provider.webhooksTo(receiver.url);
    await expect.poll(() => receiver.received.length).toBe(1);
  });

  it("are held, and released in the order that is asked for", async () => {
    const { receiver, provider, events, received, make } = await open();
    provider.faults({ webhooks: "hold" });
    await provider.pay((await make()).secret);
    const held = provider.events().map(({ event }) => event as Stripe.Event);
    expect(held.map(({ type }) => type)).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
    ]);
    const backwards = held.map(({ id }) => id).reverse();
    expect(await provider.release({ ids: backwards })).toBe(3);
    expect(events().map(({ id }) => id)).toEqual(backwards);
    expect(await provider.release()).toBe(0);
    provider.faults({ clear: true });
    receiver.received.length = 0;
    await make();
    await received("payment_intent.created");
  });
});
