// Whatever a request waits for, its answer comes in time and says what is true.

import { afterEach, beforeEach, expect, it } from "vitest";
import { timeouts } from "#server/platform/database/timeouts.ts";
import { whileLocked } from "#tests/builders/lock.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { aStockedPart, orderRequest } from "#tests/orders.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
} from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";

const usual = { ...timeouts };
beforeEach(() => {
  expectWarning(/The database cannot be reached/);
  // A request of one test may time out during the next.
  expectWarning(/The card provider cannot be reached/);
});
afterEach(() => {
  Object.assign(timeouts, usual);
});

const unavailable = (message: RegExp) => ({
  status: 503,
  body: { error: { code: "unavailable", message: expect.stringMatching(message) } },
});

it("is kept while the card provider hangs", async () => {
  const shop = await openPayingShop({ webhooks: "hold" });
  const buyer = await signUp(shop);
  const [told, untold] = [await orderFirstPart(shop, buyer), await orderFirstPart(shop, buyer)];
  const secret = await createClientSecret(buyer, told);
  await shop.cards.pay(secret);
  shop.cards.faults({ hang: 1e9 });
  timeouts.requestDeadlineMs = 1_000;
  const ask = ({ _id, totalPrice }: typeof told) =>
    buyer.send("POST", "/api/create-payment-intent", { order: _id, price: totalPrice });
  expect(await ask(untold)).toEqual(unavailable(/Nothing was charged/));
  expect(await ask(told)).toEqual(unavailable(/If you have paid, please do not pay again/));
  expect(await confirmPayment(buyer, told, intentIdOf(secret))).toEqual(
    unavailable(/being confirmed/),
  );
});

it("is kept while the database holds an order up", async () => {
  const shop = await openPayingShop();
  const buyer = await signUp(shop);
  const part = await aStockedPart(shop);
  timeouts.requestDeadlineMs = 1_000;
  await whileLocked(shop.shop.db, "parts", async () => {
    const asked = await buyer.send("POST", "/api/orders", orderRequest(buyer, part));
    expect(asked).toEqual(unavailable(/try again shortly/));
  });
});
