// Banks that take their time: the payment is neither made nor declined for a while.

import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { Order, OrderEvent } from "#contract/orders.ts";
import { reservations } from "#server/modules/inventory/tables.ts";
import { changeReservations } from "#tests/builders/order.ts";
import { timeFromNow } from "#tests/builders/time.ts";
import { cards } from "#tests/open-card-provider.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  type PayingShop,
  readOrderRecords,
  runDueJobs,
} from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

async function open() {
  const shop = await openPayingShop({ webhooks: "hold", stock: 100 });
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const order = await orderFirstPart(shop, buyer);
  const secret = await createClientSecret(buyer, order);
  return { shop, buyer, admin, order, secret };
}

/** As long as the returned function is not called. */
function reportAsProcessing({ shop }: PayingShop): () => void {
  const { provider } = shop;
  if (!provider) throw new Error("There is no card provider");
  const { findIntent } = provider;
  const processing = async (id: string) =>
    ({ ...(await findIntent(id)), status: "processing", received: 0 }) as const;
  const spies = [
    vi.spyOn(provider, "findIntent").mockImplementation(processing),
    // The provider cancels nothing that is processing.
    vi.spyOn(provider, "cancelIntent").mockImplementation(processing),
  ];
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

const confirmed = {
  status: 409,
  body: { error: expect.objectContaining({ message: expect.stringMatching(/being confirmed/) }) },
};

const readHold = async ({ shop }: PayingShop, { _id }: Order) => {
  const [row] = await shop.db.select().from(reservations).where(eq(reservations.orderId, _id));
  return Math.floor((Number(row?.expiresAt) - Date.now()) / 3_600_000);
};

describe("a payment that the bank is processing", () => {
  it("keeps the order unpaid and its stock reserved, and is paid in the end", async () => {
    const { shop, buyer, admin, order, secret } = await open();
    const decide = reportAsProcessing(shop);
    expect((await confirmPayment(buyer, order, intentIdOf(secret))).status).toBe(503);
    expect(await readOrderRecords(shop, order._id)).toMatchObject({
      state: "unpaid",
      payments: ["processing"],
    });
    expect(await readHold(shop, order)).toBeGreaterThanOrEqual(23);
    const paying = { order: order._id, price: order.totalPrice };
    expect(await buyer.send("POST", "/api/create-payment-intent", paying)).toEqual(confirmed);
    expect(await buyer.send("DELETE", `/api/orders/${order._id}`)).toEqual(confirmed);
    const { body } = await admin.get(`/api/orders/${order._id}/history`);
    expect((body as OrderEvent[]).find(({ what }) => what === "payment-begun")?.note).toMatch(
      /bank is confirming/,
    );
    decide();
    expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, order._id)).toMatchObject({
      state: "paid",
      payments: ["succeeded"],
    });
  });

  it("can be paid in another way after it was declined", async () => {
    const { shop, buyer, order, secret } = await open();
    const decide = reportAsProcessing(shop);
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, order._id)).toMatchObject({ payments: ["processing"] });
    decide();
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, order._id)).toMatchObject({
      state: "unpaid",
      payments: ["open"],
    });
    expect(await createClientSecret(buyer, order)).toBe(secret);
  });

  it("is asked about while it lasts, and its hold renewed", async () => {
    const { shop, order } = await open();
    reportAsProcessing(shop);
    await runDueJobs(shop);
    await changeReservations(shop.shop.db, order, { expiresAt: timeFromNow({ hours: 1 }) });
    await runDueJobs(shop);
    expect(await readHold(shop, order)).toBeGreaterThanOrEqual(23);
  });
});

it("each declined try is in the history, with the provider's reason", async () => {
  const { shop, admin, order, secret } = await open();
  const declines = async () => {
    const { body } = await admin.get(`/api/orders/${order._id}/history`);
    const declined = (body as OrderEvent[]).filter(({ what }) => what === "payment-declined");
    return declined.map(({ note }) => note);
  };
  const noFunds = expect.stringContaining("insufficient funds");
  const told = [noFunds, noFunds, expect.stringContaining("declined")];
  for (const [at, card] of [cards.noFunds, cards.noFunds, cards.declined].entries()) {
    await shop.cards.pay(secret, card);
    for (let times = 0; times < 2; times++) await runDueJobs(shop);
    expect(await declines()).toEqual(told.slice(0, at + 1));
  }
});
