// The ledger checker: it finds each way in which the account can be wrong, and nothing where
// nothing is.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Difference } from "#contract/reconciliation.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { expectReconciled, listDifferences } from "#tests/expect-reconciled.ts";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import {
  createOrderHistory,
  type OrderHistory,
  payUnknownIntent,
  refundAtProviderOnly,
  refundInShopOnly,
  saveTables,
  withoutStockMovements,
} from "#tests/order-history.ts";
import { placeOrder } from "#tests/orders.ts";
import { createClientSecret, orderAndPay, runDueJobs } from "#tests/paying-shop.ts";
import { reconcile } from "./reconcile.ts";

type Way = {
  kind: string;
  about: (life: OrderHistory) => string | string[];
  harm: (life: OrderHistory, db: Database) => Promise<unknown>;
};

/** Found by full and quick checks, listed until resolved, and then no longer. */
async function expectFound(life: OrderHistory, ways: Way[]): Promise<void> {
  expectWarning(/Reconciliation found a difference/);
  const { shop } = life.shop;
  const restore = await saveTables(life.shop);
  for (const { kind, harm, about } of ways) {
    await harm(life, shop.db);
    const names = (found: Difference[]) => found.map((one) => `${one.kind} ${one.about}`);
    const expected = [about(life)].flat().map((each) => `${kind} ${each}`);
    const late = await reconcile(shop, { full: false, graceSeconds: 0 });
    expect(names(late.differences).sort(), `${kind}, of late`).toEqual(expected);
    for (const { says, remedy } of late.differences) {
      expect(says).toMatch(/^.{30,400}\.$/);
      expect(remedy).toMatch(/^.{30,600}[.`]$/);
      expect(says + remedy).not.toMatch(/undefined|(?<!is )null|NaN/);
    }
    expect(names(await listDifferences(shop)).sort(), `${kind}, in full`).toEqual(expected);
    expect(warningsSoFar().join("\n")).toContain(`(${kind}, `);
    await restore();
    const mended = await reconcile(shop, { full: false, graceSeconds: 0 });
    expect(mended.differences, `${kind}, mended`).toEqual([]);
  }
}

describe("a healthy shop", () => {
  it("has no differences through every kind of order", async () => {
    const { shop, vera, part } = await createOrderHistory();
    await expectReconciled(shop);
    // Nor while people order, pay and cancel.
    const busy = Array.from({ length: 12 }, async (_, index) => {
      const order = index % 2 ? await orderAndPay(shop, vera) : await placeOrder(vera, part);
      if (index % 3 === 0) await vera.send("DELETE", `/api/orders/${order._id}`);
    });
    for (const full of [false, true, false]) {
      const report = await reconcile(shop.shop, { full });
      expect(report).toMatchObject({ full, differences: [] });
    }
    await Promise.all(busy);
    await runDueJobs(shop);
    await expectReconciled(shop);
  });
});

const orderOf =
  (name: "unpaid" | "paid" | "cancelled" | "refunded") =>
  (life: OrderHistory): string =>
    life[name]._id;

/** A refund that began a while ago, and how it stands. */
async function aRefund({ cancelled }: OrderHistory, db: Database, began: string, stands: object) {
  const [payment] = await queryRows<{ id: string }>(
    db,
    sql`
    insert into payments (id, order_id, intent_id, amount_cents, state, next_check_at)
    values (uuidv7(), ${cancelled._id}, null, 500, 'succeeded', now()) returning id`,
  );
  const refund = {
    ...{ id: crypto.randomUUID(), payment_id: payment?.id ?? null, order_id: cancelled._id },
    ...{ amount_cents: 500, reason: "late", next_try_at: "2100-01-01", ...stands },
  };
  await db.execute(sql`insert into refunds (${sql.raw(Object.keys(refund).join())})
    values ${Object.values(refund)}`);
  await db.execute(sql`update refunds set created_at = now() - ${began}::interval
    where payment_id = ${payment?.id ?? ""}`);
}

const dispute =
  (name: "paid" | "refunded", state: string) =>
  ({ [name]: order }: OrderHistory, db: Database) =>
    queryRows(
      db,
      sql`update payments set disputed_at = now() - interval '1 day', dispute_state = ${state}
      where order_id = ${order._id}`,
    );

describe("reconciliation finds", () => {
  it("overdue refunds", async () => {
    const refused = { last_error: "The charge is disputed", noes: 3 };
    const begun = { refund_id: "re_1", last_error: "The provider says: pending" };
    const about = orderOf("cancelled");
    const found = { kind: "refund-overdue", about };
    await expectFound(await createOrderHistory(), [
      { ...found, harm: (life, db) => aRefund(life, db, "11 minutes", refused) },
      {
        ...found,
        harm: (life, db) => aRefund(life, db, "11 minutes", { ...refused, reason: "cancelled" }),
      },
      { ...found, harm: (life, db) => aRefund(life, db, "8 days", begun) },
    ]);
  });

  it("a remedy for each refund that the provider refuses", async () => {
    const life = await createOrderHistory();
    const { db } = life.shop.shop;
    const refused = { last_error: "The charge is disputed", noes: 3 };
    await aRefund(life, db, "11 minutes", { ...refused, reason: "cancelled" });
    const [byHand] = await listDifferences(life.shop.shop);
    expect(byHand?.remedy).toContain("`Mark as refunded manually` on the order's page");
    await db.execute(sql`update refunds set reason = 'late' where state = 'wanted'`);
    const [typed] = await listDifferences(life.shop.shop);
    await db.execute(sql.raw(typed?.remedy.split("`")[1] ?? ""));
    expect(
      await queryRows(db, sql`select settled_note from refunds where settled_note is not null`),
    ).toEqual([{ settled_note: "by bank transfer" }]);
    expect(await listDifferences(life.shop.shop)).toEqual([]);
  });

  it("nothing wrong with pending or manually settled refunds", async () => {
    const life = await createOrderHistory();
    const { db } = life.shop.shop;
    await aRefund(life, db, "6 days", { refund_id: "re_1" });
    await aRefund(life, db, "9 minutes", { last_error: "The charge is disputed", noes: 3 });
    await refundInShopOnly(life, db);
    await db.execute(
      sql`update refunds set settled_note = 'By bank transfer' where order_id = ${life.paid._id}`,
    );
    await expectReconciled(life.shop);
    // Then the provider must not refund it too.
    await refundAtProviderOnly(life, Number(life.paid.totalPrice) * 100);
    expect(await listDifferences(life.shop.shop)).toMatchObject([
      { kind: "refunded-twice", about: life.paid._id },
    ]);
  });

  it("disputed payments", async () => {
    const life = await createOrderHistory();
    const about = orderOf("paid");
    await expectFound(life, [
      { kind: "disputed", about, harm: dispute("paid", "needs_response") },
      { kind: "disputed", about, harm: dispute("paid", "lost") },
      { kind: "disputed", about: orderOf("refunded"), harm: dispute("refunded", "under_review") },
    ]);
    const { db } = life.shop.shop;
    await dispute("paid", "won")(life, db);
    await dispute("refunded", "lost")(life, db);
    await expectReconciled(life.shop);
  });

  it("orders and payments that do not match", async () => {
    await expectFound(await createOrderHistory(), [
      {
        kind: "paid-without-payment",
        about: orderOf("unpaid"),
        harm: ({ unpaid }, db) =>
          queryRows(
            db,
            sql`update orders set state = 'paid', paid_at = now(),
          transaction_id = 'pi_made_up' where id = ${unpaid._id}`,
          ),
      },
      {
        kind: "amount-differs",
        about: orderOf("paid"),
        harm: ({ paid }, db) =>
          queryRows(
            db,
            sql`update orders set price_cents = price_cents * 2,
          total_cents = total_cents * 2 where id = ${paid._id}`,
          ),
      },
      {
        kind: "payment-not-honoured",
        about: orderOf("paid"),
        harm: ({ paid }, db) =>
          queryRows(
            db,
            sql`update orders set state = 'unpaid', transaction_id = null
          where id = ${paid._id}`,
          ),
      },
      {
        kind: "refund-missing",
        about: orderOf("paid"),
        harm: ({ paid }, db) =>
          queryRows(db, sql`update orders set state = 'refunding' where id = ${paid._id}`),
      },
      {
        kind: "refund-not-finished",
        about: orderOf("refunded"),
        // As if the second half of the transaction had not happened.
        harm: ({ refunded }, db) =>
          withoutStockMovements(db, async (within) => {
            await within.execute(
              sql`update orders set state = 'refunding' where id = ${refunded._id}`,
            );
            const [back] = await queryRows(
              within,
              sql`delete from stock_movements
              where order_id = ${refunded._id} and change > 0
              returning part_id, change, position`,
            );
            await within.execute(sql`update parts set availabl_quantity = availabl_quantity - ${back?.change}
              where id = ${back?.part_id}`);
            await within.execute(sql`update stock_movements set after = after - ${back?.change}
              where part_id = ${back?.part_id} and position > ${back?.position}`);
          }),
      },
      {
        kind: "refund-overdue",
        about: orderOf("cancelled"),
        harm: async ({ cancelled }, db) => {
          const [payment] = await queryRows<{ id: string }>(
            db,
            sql`
            insert into payments (id, order_id, intent_id, amount_cents, state, next_check_at)
            values (uuidv7(), ${cancelled._id}, null, 500, 'succeeded', now()) returning id`,
          );
          await db.execute(sql`insert into refunds
            (id, payment_id, order_id, amount_cents, reason, created_at, next_try_at)
            values (uuidv7(), ${payment?.id ?? ""}, ${cancelled._id}, 500, 'late',
              now() - interval '11 minutes', now() + interval '1 hour')`);
        },
      },
      {
        kind: "payment-overdue",
        about: orderOf("unpaid"),
        harm: ({ unpaid, shop }, db) => {
          // No payment job runs.
          shop.cards.faults({ webhooks: "hold" });
          return queryRows(
            db,
            sql`insert into payments (id, order_id, amount_cents, next_check_at, state)
            values (uuidv7(), ${unpaid._id}, 500, now() - interval '11 minutes', 'open')`,
          );
        },
      },
      {
        kind: "paid-twice",
        about: orderOf("paid"),
        harm: ({ paid }, db) =>
          queryRows(
            db,
            sql`
          insert into payments (id, order_id, intent_id, amount_cents, state, next_check_at)
          values (uuidv7(), ${paid._id}, null, 500, 'succeeded', now())`,
          ),
      },
      {
        kind: "refunded-but-paid",
        about: orderOf("paid"),
        harm: ({ paid }, db) =>
          queryRows(
            db,
            sql`
          insert into refunds (id, payment_id, order_id, amount_cents, reason, next_try_at)
          select uuidv7(), id, order_id, amount_cents, 'late', now() + interval '1 hour'
          from payments where order_id = ${paid._id}`,
          ),
      },
      {
        kind: "refund-differs",
        about: orderOf("cancelled"),
        harm: ({ cancelled }, db) =>
          queryRows(
            db,
            sql`
          with payment as (
            insert into payments (id, order_id, intent_id, amount_cents, state, next_check_at)
            values (uuidv7(), ${cancelled._id}, null, 500, 'succeeded', now()) returning *)
          insert into refunds (id, payment_id, order_id, amount_cents, reason, next_try_at)
          select uuidv7(), id, order_id, 400, 'late', now() + interval '1 hour' from payment`,
          ),
      },
    ]);
  });

  it("stock that does not match its movements", async () => {
    const correct =
      (change: string) =>
      (db: Database, { _id }: Order) =>
        inTransaction(db, async (tx) => {
          const why = JSON.stringify({ reason: "wrong", order: _id });
          await tx.execute(sql`select set_config('shop.movement', ${why}, true)`);
          await tx.execute(
            sql.raw(`update parts set availabl_quantity = availabl_quantity + ${change}
          where id = (select part_id from orders where id = '${_id}')`),
          );
        });
    await expectFound(await createOrderHistory(), [
      {
        kind: "stock-unaccounted",
        about: ({ part }) => part.id,
        harm: ({ part }, db) =>
          withoutStockMovements(db, (within) =>
            queryRows(
              within,
              sql`update parts set availabl_quantity = availabl_quantity - 1
              where id = ${part.id}`,
            ),
          ),
      },
      {
        kind: "stock-chain-broken",
        about: ({ part }) => part.id,
        harm: ({ part }, db) =>
          queryRows(
            db,
            sql`update stock_movements set change = change + 7
          where part_id = ${part.id} and reason = 'stocked'`,
          ),
      },
      {
        kind: "stock-not-taken",
        about: orderOf("unpaid"),
        harm: ({ unpaid }, db) =>
          queryRows(
            db,
            sql`update orders set quantity = quantity + 1,
          total_cents = total_cents + price_cents where id = ${unpaid._id}`,
          ),
      },
      {
        kind: "stock-returned-early",
        about: orderOf("unpaid"),
        harm: ({ unpaid }, db) => correct("3")(db, unpaid),
      },
      {
        kind: "stock-not-returned",
        about: orderOf("unpaid"),
        harm: ({ unpaid }, db) =>
          queryRows(
            db,
            sql`update orders set state = 'cancelled'
          where id = ${unpaid._id}`,
          ),
      },
      {
        kind: "stock-returned-twice",
        about: orderOf("cancelled"),
        harm: ({ cancelled }, db) => correct("1")(db, cancelled),
      },
      {
        kind: "stock-negative",
        about: ({ part }) => part.id,
        harm: async ({ part }, db) => {
          await db.execute(sql`alter table parts drop constraint parts_stock_not_negative`);
          const why = JSON.stringify({ reason: "counted" });
          await db.execute(sql`with why as (select set_config('shop.movement', ${why}, true) as is)
            update parts set availabl_quantity = -1 from why where id = ${part.id}`);
        },
      },
    ]);
  });

  it("payments that differ at the card provider", async () => {
    const harms: Way[] = [
      {
        kind: "recorded-not-charged",
        about: orderOf("unpaid"),
        harm: async ({ unpaid, vera }, db) => {
          const intent = (await createClientSecret(vera, unpaid)).split("_secret_")[0] ?? "";
          await db.execute(
            sql`update payments set state = 'succeeded' where intent_id = ${intent}`,
          );
          await db.execute(sql`update orders set state = 'paid', transaction_id = ${intent}
            where id = ${unpaid._id}`);
        },
      },
      {
        kind: "unknown-there",
        about: orderOf("unpaid"),
        harm: async ({ unpaid }, db) => {
          await db.execute(sql`insert into payments
            (id, order_id, intent_id, amount_cents, state, next_check_at)
            select uuidv7(), id, 'pi_made_up', total_cents, 'succeeded', now()
            from orders where id = ${unpaid._id}`);
          await db.execute(sql`update orders set state = 'paid', transaction_id = 'pi_made_up'
            where id = ${unpaid._id}`);
        },
      },
      {
        kind: "amount-differs-there",
        about: orderOf("paid"),
        harm: async ({ paid }, db) => {
          await db.execute(sql`update payments set amount_cents = amount_cents * 2
            where order_id = ${paid._id}`);
          await db.execute(sql`update orders set total_cents = total_cents * 2, price_cents = price_cents * 2
            where id = ${paid._id}`);
        },
      },
      {
        kind: "refunded-here-only",
        about: orderOf("paid"),
        harm: refundInShopOnly,
      },
    ];
    await expectFound(await createOrderHistory(), harms);
  });

  it("changes made at the card provider only", async () => {
    const life = await createOrderHistory();
    await refundAtProviderOnly(life, 5);
    const look = async () =>
      (await listDifferences(life.shop.shop)).map(({ kind, about }) => `${kind} ${about}`);
    expect(await look()).toEqual([`refunded-there-only ${life.paid._id}`]);
    await refundInShopOnly(life, life.shop.shop.db);
    expect(await look()).toEqual([`refund-differs-there ${life.paid._id}`]);
    await payUnknownIntent(life);
    expect((await look()).sort()).toEqual([
      expect.stringMatching(/^charged-unknown-here pi_/),
      `refund-differs-there ${life.paid._id}`,
    ]);
  });

  it("two payments swapped between orders", async () => {
    await expectFound(await createOrderHistory(), [
      {
        kind: "other-order",
        about: ({ paid, alsoPaid }) => [paid._id, alsoPaid._id].sort(),
        harm: ({ paid, alsoPaid }, db) =>
          inTransaction(db, async (tx) => {
            const [one, other] = [paid, alsoPaid];
            for (const { _id } of [one, other]) {
              await tx.execute(sql`update payments set intent_id = intent_id || '!'
                where order_id = ${_id}`);
              await tx.execute(sql`update orders set transaction_id = transaction_id || '!'
                where id = ${_id}`);
            }
            for (const [to, from] of [
              [one, other],
              [other, one],
            ] as const) {
              const intent = from.transactionId ?? "";
              await tx.execute(
                sql`update payments set intent_id = ${intent} where order_id = ${to._id}`,
              );
              await tx.execute(
                sql`update orders set transaction_id = ${intent} where id = ${to._id}`,
              );
            }
          }),
      },
    ]);
  });
});
