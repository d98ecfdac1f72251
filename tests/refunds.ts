import { expect } from "vitest";
import type { Order, OrderEvent } from "#contract/orders.ts";
import { listRefunds } from "#tests/builders/payment.ts";
import { cards } from "#tests/open-card-provider.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  type PayingShop,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { createStripeClient } from "#tests/stripe-client.ts";

export async function openRefunds({ webhooks = "hold" as "hold" | "deliver" } = {}) {
  const shop = await openPayingShop({ webhooks, stock: 100 });
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  return { shop, buyer, admin };
}

export async function paidBy(shop: PayingShop, buyer: SignedIn, card: string): Promise<Order> {
  const ordered = await orderFirstPart(shop, buyer);
  const secret = await createClientSecret(buyer, ordered);
  expect((await shop.cards.pay(secret, card)).body.status).toBe("succeeded");
  expect((await confirmPayment(buyer, ordered, intentIdOf(secret))).status).toBe(200);
  return { ...ordered, transactionId: intentIdOf(secret) };
}

export async function cancelled(
  shop: PayingShop,
  buyer: SignedIn,
  card = cards.good,
): Promise<Order> {
  const paid = await paidBy(shop, buyer, card);
  await cancel(buyer, paid);
  return paid;
}

export async function cancel(who: SignedIn, { _id }: Order) {
  expect((await who.send("DELETE", `/api/orders/${_id}`)).status).toBe(200);
}

/** The refunds of the order at the provider. */
export const back = ({ cards: there }: PayingShop, { transactionId }: Order) =>
  there
    .refunds()
    .filter(({ payment_intent: intent, status }) => intent === transactionId && status !== "failed")
    .reduce((sum, { amount }) => sum + amount, 0);

export async function rowOf({ shop }: PayingShop, { _id }: Order) {
  const [row] = await listRefunds(shop.db, _id);
  return (
    row && {
      state: row.status,
      attempt: row.attempt,
      declines: row.declines,
      refund_id: row.refundId,
      last_error: row.lastError,
      asked_at: row.askedAt,
      pause: Math.round((row.nextTryAt.getTime() - Date.now()) / 1_000),
    }
  );
}

export const refunded = {
  state: "refunded",
  refunds: ["cancelled succeeded"],
  movements: ["reserve 2", "release -2"],
};
export const settledByHand = { ...refunded, refunds: ["cancelled elsewhere"] };
export const byHand = (
  { cards: there }: PayingShop,
  { transactionId = "" }: Order,
  amount: number,
) => createStripeClient(there).refunds.create({ payment_intent: transactionId, amount });

export const historyOf = async (admin: SignedIn, { _id }: Order) =>
  (await admin.get(`/api/orders/${_id}/history`)).body as OrderEvent[];
export const noteOf = (events: OrderEvent[], what: OrderEvent["what"]) =>
  events.find((event) => event.what === what)?.note;
