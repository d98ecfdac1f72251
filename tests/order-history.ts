// A shop with orders in every state, and ways to make its records disagree.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { removePart } from "#tests/builders/part.ts";
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

const tables = [
  ...["orders", "order_lines", "payments", "refunds", "refund_lines"],
  ...["parts", "stock", "reservations", "inventory_movements"],
];

/** Changes that the triggers would refuse, or follow. */
export const withoutTriggers = (db: Database, work: (tx: Queries) => Promise<unknown>) =>
  inTransaction(db, async (tx) => {
    for (const table of tables)
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    await work(tx);
    for (const table of tables)
      await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });

/** Answers a function that restores the tables. */
export async function saveTables({ shop }: PayingShop): Promise<() => Promise<unknown>> {
  const { db } = shop;
  const columns = new Map<string, string>();
  for (const table of tables) {
    await queryRows(db, sql.raw(`create table kept_${table} as table ${table}`));
    const [row] = await queryRows<{ list: string }>(
      db,
      sql`select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
        where table_name = ${table} and is_generated = 'NEVER'`,
    );
    columns.set(table, row?.list ?? "");
  }
  return () =>
    withoutTriggers(db, async (tx) => {
      for (const table of tables.toReversed()) await queryRows(tx, sql.raw(`delete from ${table}`));
      for (const table of tables) {
        const list = columns.get(table);
        await tx.execute(
          sql.raw(`insert into ${table} (${list}) overriding system value
            select ${list} from kept_${table}`),
        );
      }
    });
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
    await tx.execute(sql`update orders set state = 'refunded' where id = ${paid._id}`);
    await tx.execute(sql`insert into refunds
      (id, payment_id, order_id, amount_cents, reason, state, done_at)
      select uuidv7(), id, order_id, amount_cents, 'cancelled', 'done', now()
      from payments where order_id = ${paid._id}`);
    const why = JSON.stringify({ reason: "refunded", order: paid._id });
    await tx.execute(sql`select set_config('shop.movement', ${why}, true)`);
    await tx.execute(sql`update parts set availabl_quantity = availabl_quantity + orders.quantity
      from orders where orders.id = ${paid._id} and parts.id = orders.part_id`);
  });
