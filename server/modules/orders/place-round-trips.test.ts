import { expect, it } from "vitest";
import { startRoundTripCounter } from "#tests/count-round-trips.ts";
import { createDatabase } from "#tests/create-database.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp } from "#tests/people.ts";

it("placing an order takes two round trips, and one for the session", async () => {
  const line = await startRoundTripCounter(await createDatabase());
  const shop = await openShop({ databaseUrl: line.url });
  const buyer = await signUp(shop);
  const part = await aStockedPart(shop, { availablQuantity: 1_000_000 });
  const counts: number[] = [];
  // The shop's jobs have round trips of their own; some orders fall between them.
  while (counts.length < 25) {
    const before = line.turns;
    await placeOrder(buyer, part);
    counts.push(line.turns - before);
  }
  expect(Math.min(...counts)).toBeLessThanOrEqual(3);
});
