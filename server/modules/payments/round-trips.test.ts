// With a slow connection to the database each round trip counts.
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { startRoundTripCounter } from "#tests/count-round-trips.ts";
import { createDatabase } from "#tests/create-database.ts";
import { openCardProvider } from "#tests/open-card-provider.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { confirmPayment, createClientSecret, intentIdOf } from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";

/**
 * A letter is looked for before the answer is heard, or what is sent in pieces is answered in between.
 * It was 21 and 23 when each question was two turns.
 */
const besides = 5;

async function open() {
  const line = await startRoundTripCounter(await createDatabase());
  const cards = await openCardProvider();
  cards.faults({ webhooks: "hold" });
  const shop = await openShop({ databaseUrl: line.url, env: cards.env });
  const buyer = await signUp(shop);
  const part = await aStockedPart(shop, { availablQuantity: 1_000_000 });
  const begin = async () => {
    const order = await placeOrder(buyer, part);
    return { order, secret: await createClientSecret(buyer, order) };
  };
  const isCalm = async () =>
    (await queryRows(shop.shop.db, sql`select from jobs where kind = 'letter'`)).length === 0;
  /** The fewest of a few: what the shop does besides has turns as well. */
  const fewest = async (act: () => Promise<() => Promise<{ status: number }>>) => {
    const counts: number[] = [];
    while (counts.length < 5) {
      const deed = await act();
      await expect.poll(isCalm).toBe(true);
      const before = line.turns;
      expect((await deed()).status).toBe(200);
      counts.push(line.turns - before);
    }
    return Math.min(...counts);
  };
  return { cards, buyer, begin, fewest };
}

it("reporting a payment takes two round trips and a transaction of four", async () => {
  const { cards, buyer, begin, fewest } = await open();
  const turns = await fewest(async () => {
    const { order, secret } = await begin();
    await cards.pay(secret);
    return () => confirmPayment(buyer, order, intentIdOf(secret));
  });
  expect(turns).toBeLessThan(6 + besides);
});

it("deleting an unpaid order takes one more, for its payment", async () => {
  const { buyer, begin, fewest } = await open();
  const turns = await fewest(async () => {
    const { order } = await begin();
    return () => buyer.send("DELETE", `/api/orders/${order._id}`);
  });
  expect(turns).toBeLessThan(7 + besides);
});
