// With a slow connection to the database each round trip counts.

import { expect, it } from "vitest";
import type { Checkout } from "#contract/checkout.ts";
import { setUpDelivery } from "#tests/basket-order.ts";
import { anAddress } from "#tests/builders/address.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { startRoundTripCounter } from "#tests/count-round-trips.ts";
import { createDatabase } from "#tests/create-database.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const address = anAddress();

async function open() {
  const counter = await startRoundTripCounter(await createDatabase());
  const shop = await openShop({ databaseUrl: counter.url });
  await setUpDelivery(await signUpAdmin(shop));
  const buyer = await signUp(shop);
  const parts: string[] = [];
  while (parts.length < 5) parts.push((await aStockedPart(shop, { availablQuantity: 1_000 })).id);
  const put = () =>
    buyer.send("PUT", "/api/basket/lines", {
      lines: parts.map((part) => ({ part, quantity: 2 })),
    });
  /** The fewest of a few: an answer that comes in pieces counts more than once. */
  const fewest = async (prepare: () => Promise<() => Promise<{ status: number }>>) => {
    const counts: number[] = [];
    while (counts.length < 6) {
      const send = await prepare();
      await waitUntilLettersSent(shop);
      const before = counter.ofRequests;
      expect((await send()).status).toBe(200);
      counts.push(counter.ofRequests - before);
    }
    return Math.min(...counts);
  };
  return { buyer, put, fewest };
}

it("placing a basket of five lines takes one round trip for the session, and a transaction of two", async () => {
  const { buyer, put, fewest } = await open();
  const roundTrips = await fewest(async () => {
    await put();
    const { body } = await buyer.send("PATCH", "/api/checkout", { address });
    const expectedTotal = (body as Checkout).quote.total;
    const order = { key: crypto.randomUUID(), expectedTotal };
    return () => buyer.send("POST", "/api/checkout/place", order);
  });
  expect(roundTrips).toBe(3);
});

it("putting parts into a basket takes as many", async () => {
  const { put, fewest } = await open();
  expect(await fewest(async () => put)).toBe(3);
});
