// What the provider says of a payment is held against what the shop asked for.

import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { closeUnopenedPayment, findLivePayment } from "#server/modules/payments/store.ts";
import { changePayments } from "#tests/builders/payment.ts";
import {
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  readOrderRecords,
  runDueJobs,
} from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";

async function openPayable() {
  const shop = await openPayingShop({ webhooks: "hold" });
  const buyer = await signUp(shop);
  const order = await orderFirstPart(shop, buyer);
  return { shop, order, secret: await createClientSecret(buyer, order) };
}

it.each([
  ["currency", { currency: "eur" }],
  ["amount", { amountCents: sql`amount_cents + 1` }],
])("money of another %s than was asked for pays nothing and goes back", async (_, change) => {
  const { shop, order, secret } = await openPayable();
  await changePayments(shop.shop.db, order, change);
  expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");
  await runDueJobs(shop);
  expect(await readOrderRecords(shop, order._id)).toMatchObject({
    state: "unpaid",
    transaction: null,
    payments: ["succeeded"],
    refunds: ["mismatch succeeded"],
  });
});

it("a payment whose secret was told is not given up as one that nobody could pay", async () => {
  const { shop, order, secret } = await openPayable();
  const { db } = shop.shop;
  const payment = await findLivePayment(db, order._id);
  await closeUnopenedPayment(db, payment?.id ?? "");
  expect(await findLivePayment(db, order._id)).toMatchObject({
    id: payment?.id,
    state: "open",
    intentId: intentIdOf(secret),
  });
});
