// With a slow connection to the database each round trip counts.

import { expect, it } from "vitest";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { startRoundTripCounter } from "#tests/count-round-trips.ts";
import { createDatabase } from "#tests/create-database.ts";
import { openCardProvider } from "#tests/open-card-provider.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { confirmPayment, createClientSecret, intentIdOf } from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";

/** The session; and what is sent in pieces may be answered in between. */
const besides = 3;

async function open() {
  const counter = await startRoundTripCounter(await createDatabase());
  const cards = await openCardProvider();
  cards.faults({ webhooks: "hold" });
  const shop = await openShop({ databaseUrl: counter.url, env: cards.env });
  const buyer = await signUp(shop);
  const part = await aStockedPart(shop, { availablQuantity: 1_000_000 });
  const begin = async () => {
    const order = await placeOrder(buyer, part);
    return { order, secret: await createClientSecret(buyer, order) };
  };
  /** The fewest of a few: work in the background makes round trips as well. */
  const fewest = async (prepare: () => Promise<() => Promise<{ status: number }>>) => {
    const counts: number[] = [];
    while (counts.length < 5) {
      const send = await prepare();
      await waitUntilLettersSent(shop);
      const before = counter.ofRequests;
      expect((await send()).status).toBe(200);
      counts.push(counter.ofRequests - before);
    }
    return Math.min(...counts);
  };
  return { cards, buyer, part, begin, fewest };
}

it("beginning to pay takes one round trip, a transaction of four, and one to open the payment", async () => {
  const { buyer, part, fewest } = await open();
  const roundTrips = await fewest(async () => {
    const { _id: order, totalPrice: price } = await placeOrder(buyer, part);
    return () => buyer.send("POST", "/api/create-payment-intent", { order, price });
  });
  expect(roundTrips).toBeLessThan(6 + besides);
});

it("asking again for the same payment takes as many", async () => {
  const { buyer, begin, fewest } = await open();
  const roundTrips = await fewest(async () => {
    const { order } = await begin();
    const asked = { order: order._id, price: order.totalPrice };
    return () => buyer.send("POST", "/api/create-payment-intent", asked);
  });
  expect(roundTrips).toBeLessThan(6 + besides);
});

it("reporting a payment takes one round trip and a transaction of four", async () => {
  const { cards, buyer, begin, fewest } = await open();
  const roundTrips = await fewest(async () => {
    const { order, secret } = await begin();
    await cards.pay(secret);
    return () => confirmPayment(buyer, order, intentIdOf(secret));
  });
  expect(roundTrips).toBeLessThan(5 + besides);
});

it("deleting an unpaid order takes two round trips and a transaction of three", async () => {
  const { buyer, begin, fewest } = await open();
  const roundTrips = await fewest(async () => {
    const { order } = await begin();
    return () => buyer.send("DELETE", `/api/orders/${order._id}`);
  });
  expect(roundTrips).toBeLessThan(5 + besides);
});

it("deleting a paid order takes one round trip, a transaction of three, and eight for its refund", async () => {
  const { cards, buyer, begin, fewest } = await open();
  const roundTrips = await fewest(async () => {
    const { order, secret } = await begin();
    await cards.pay(secret);
    await confirmPayment(buyer, order, intentIdOf(secret));
    return () => buyer.send("DELETE", `/api/orders/${order._id}`);
  });
  expect(roundTrips).toBeLessThan(12 + besides);
});
