// A shop with orders in every state, and ways to make its records disagree.

import { expect } from "vitest";
import type { Order } from "#contract/orders.ts";
import { releaseOrder } from "#server/modules/inventory/reserve.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { changeOrder } from "#tests/builders/order.ts";
import { removePart } from "#tests/builders/part.ts";
import { addWholeRefund, changeRefunds } from "#tests/builders/payment.ts";
import { aStockedPart, placeOrder, type StockedPart } from "./orders.ts";
import {
  openPayingShop,
  orderAndPay,
  type PayingShop,
  runDueJobs,
  sharePayingShop,
} from "./paying-shop.ts";
import { type SignedIn, signUp } from "./people.ts";

export type OrderHistory = {
  shop: PayingShop;
  vera: SignedIn;
  part: StockedPart;
  unpaid: Order;
  paid: Order;
  alsoPaid: Order;
  cancelled: Order;
  refunded: Order;
  /** Of the order `paid`. */
  intent: string;
};

/** One for all tests of a file. */
export function shareOrderHistory(): () => Promise<OrderHistory> {
  const open = sharePayingShop();
  let history: Promise<OrderHistory> | undefined;
  return () => {
    history ??= createOrderHistory(open);
    return history;
  };
}

export async function createOrderHistory(open = () => openPayingShop()): Promise<OrderHistory> {
  const shop = await open();
  const vera = await signUp(shop);
  const part = await aStockedPart(shop);
  const gone = await aStockedPart(shop, { name: "Thermostat Housing, 88 °C" });
  const remove = async ({ _id }: Order) => {
    expect((await vera.send("DELETE", `/api/orders/${_id}`)).status).toBe(200);
  };
  const unpaid = await placeOrder(vera, part, { quantity: 3 });
  const [paid, alsoPaid] = [await orderAndPay(shop, vera), await orderAndPay(shop, vera)];
  const cancelled = await placeOrder(vera, part);
  await remove(cancelled);
  const refunded = await orderAndPay(shop, vera);
  await remove(refunded);
  await runDueJobs(shop);
  // Orders outlive their part; one of them is cancelled after that.
  const outlived = await placeOrder(vera, gone);
  await placeOrder(vera, gone);
  await removePart(shop, gone);
  await remove(outlived);
  const intent = paid.transactionId ?? "";
  return { shop, vera, part, unpaid, paid, alsoPaid, cancelled, refunded, intent };
}

/** A payment at the provider that the shop does not know. */
export async function payUnknownIntent({ shop }: OrderHistory): Promise<void> {
  const nobody = { paymentId: crypto.randomUUID(), orderId: crypto.randomUUID() };
  const intent = await shop.shop.provider?.createIntent({
    ...nobody,
    amount: 700,
    currency: "usd",
  });
  await shop.cards.pay(intent?.clientSecret ?? "");
}

export const refundAtProviderOnly = (life: OrderHistory, amount: number) =>
  life.shop.shop.provider?.refund({
    refundId: crypto.randomUUID(),
    attempt: 1,
    orderId: life.paid._id,
    intentId: life.intent,
    amount,
  });

/** A refund that the provider does not know. */
export const refundInShopOnly = ({ paid }: OrderHistory, db: Database) =>
  inTransaction(db, async (tx) => {
    await changeOrder(tx, paid, { state: "refunded" });
    await addWholeRefund(tx, paid);
    await changeRefunds(tx, paid, { status: "succeeded", doneAt: new Date() });
    await releaseOrder(tx, paid._id, null);
  });
