// Unpaid orders give their stock back in time, and can still be paid while there is enough.

import { expect, it } from "vitest";
import type { OrderPage } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import { expireHolds } from "#server/modules/inventory/reserve.ts";
import { placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { lapseReservations } from "#tests/builders/order.ts";
import { changePart } from "#tests/builders/part.ts";
import { aStockedPart, orderRequest, placeOrder, readStock } from "#tests/orders.ts";
import { readLetters } from "#tests/outbox.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  type PayingShop,
  readNetCharge,
  readOrderRecords,
  runDueJobs,
} from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

async function open() {
  const shop = await openPayingShop({ webhooks: "hold" });
  const part = await aStockedPart(shop, { name: "Brake disc", availablQuantity: 10 });
  return { shop, part, vera: await signUp(shop), omar: await signUp(shop) };
}

/** As if its time were over. */
const lapse = ({ shop }: PayingShop, order: Order) => lapseReservations(shop.db, order);

const begin = ({ send }: Awaited<ReturnType<typeof signUp>>, { _id, totalPrice }: Order) =>
  send("POST", "/api/create-payment-intent", { order: _id, price: totalPrice });

it("shows the pieces of an unpaid order again, and keeps the order", async () => {
  const { shop, part, vera } = await open();
  const order = await placeOrder(vera, part, { quantity: 6 });
  const shown = async () => (await shop.get(`/api/purchase/${part.id}`)).body;
  expect(await shown()).toMatchObject({ availablQuantity: 4 });
  await lapse(shop, order);
  await expect.poll(shown).toMatchObject({ availablQuantity: 10 });
  const { body } = await vera.get(`/api/orders?email=${vera.email}`);
  expect(body).toMatchObject([{ _id: order._id, state: "unpaid" }]);
});

it("lets the next buyer have what an expired hold keeps, without waiting for the job", async () => {
  const { shop, part, vera, omar } = await open();
  await lapse(shop, await placeOrder(vera, part, { quantity: 6 }));
  await placeOrder(omar, part, { quantity: 9 });
  expect(await readStock(shop, part)).toBe(1);
});

it("reserves again when it is paid, at its own price, or says what is left", async () => {
  const { shop, part, vera, omar } = await open();
  const order = await placeOrder(vera, part, { quantity: 6 });
  await lapse(shop, order);
  await placeOrder(omar, part, { quantity: 7 });
  expect(await begin(vera, order)).toMatchObject({
    status: 409,
    body: { error: { code: "conflict", message: "Only 3 of Brake disc are left." } },
  });
  await changePart(shop, part, { stock: 6, priceCents: 9_900 });
  expect((await begin(vera, order)).status).toBe(200);
  expect(await readStock(shop, part)).toBe(0);
});

it.each([false, true])("holds nothing longer for a payment that is refused", async (hasBegun) => {
  const { shop, part: disc, vera, omar } = await open();
  await setUpDelivery(await signUpAdmin(shop));
  const pads = await aStockedPart(shop, { name: "Brake pads", availablQuantity: 10 });
  const order = await placeBasket(vera, [
    [disc, 6],
    [pads, 6],
  ]);
  if (hasBegun) await createClientSecret(vera, order);
  await lapse(shop, order);
  await placeOrder(omar, disc, { quantity: 7 });
  expect(await begin(vera, order)).toMatchObject({
    status: 409,
    body: { error: { message: "Only 3 of Brake disc are left." } },
  });
  await expireHolds(shop.shop.db);
  expect(await readStock(shop, pads)).toBe(10);
});

it("extends the hold of somebody who is paying", async () => {
  const { shop, part, vera } = await open();
  const order = await placeOrder(vera, part, { quantity: 6 });
  await createClientSecret(vera, order);
  await lapse(shop, order);
  // The page is opened again.
  await createClientSecret(vera, order);
  expect(await expireHolds(shop.shop.db)).toBe(0);
  expect(await readStock(shop, part)).toBe(4);
});

it("refunds what is paid when the pieces are sold", async () => {
  const { shop, part, vera, omar } = await open();
  const order = await placeOrder(vera, part, { quantity: 6 });
  const secret = await createClientSecret(vera, order);
  await lapse(shop, order);
  await placeOrder(omar, part, { quantity: 7 });
  await shop.cards.pay(secret);
  expect((await confirmPayment(vera, order, intentIdOf(secret))).status).toBe(409);
  await runDueJobs(shop);
  // Also made at once, beside the job.
  await expect
    .poll(() => readOrderRecords(shop, order._id))
    .toMatchObject({
      state: "refunded",
      refunds: ["late succeeded"],
      movements: ["reserve 6", "expire -6"],
    });
  expect(readNetCharge(shop, order)).toBe(0);
  expect(await readStock(shop, part)).toBe(3);
  const { steps } = (await vera.get(`/api/orders/${order._id}/page`)).body as OrderPage;
  expect(steps.map(({ what }) => what)).toContain("cancelled");
  const admin = await signUpAdmin(shop);
  expect((await admin.get(`/api/orders/${order._id}/history`)).body).toContainEqual(
    expect.objectContaining({
      what: "refund-wanted",
      note: "The parts were sold before the money came",
    }),
  );
  const isRefund = (letter: string) => letter.includes("was sent back to your card");
  const refundLetters = async () => (await readLetters(shop)).filter(isRefund);
  await expect
    .poll(refundLetters)
    .toEqual([expect.stringContaining("The parts were sold before your payment arrived.")]);
});

it("answers an order of a deleted part clearly, and lets earlier ones be paid", async () => {
  const { shop, part, vera } = await open();
  const order = await placeOrder(vera, part, { quantity: 6 });
  const admin = await signUpAdmin(shop);
  expect((await admin.send("DELETE", `/api/parts/${part.id}`)).body).toEqual({ deletedCount: 1 });
  expect((await admin.send("DELETE", `/api/parts/${part.id}`)).status).toBe(404);
  expect((await shop.get(`/api/purchase/${part.id}`)).status).toBe(404);
  expect((await shop.get("/api/parts")).body).not.toContainEqual(
    expect.objectContaining({ _id: part.id }),
  );
  expect(await vera.send("POST", "/api/orders", orderRequest(vera, part))).toEqual({
    status: 404,
    body: {
      error: {
        code: "not-found",
        message: "There is no such part. It may have been removed.",
      },
    },
  });
  await createClientSecret(vera, order);
});
