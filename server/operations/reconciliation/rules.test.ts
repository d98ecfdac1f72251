// Reconciliation finds each way in which the records can be wrong, and nothing where nothing is.

import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Difference } from "#contract/reconciliation.ts";
import { payments } from "#server/modules/payments/tables.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import {
  changeDocuments,
  issueDocumentsOf,
  removeCounter,
  removeDocuments,
  skipNumber,
  startInvoices,
} from "#tests/builders/document.ts";
import {
  changeOrder,
  changeOrderLines,
  changeOrderSums,
  changeReservations,
  removeReservations,
} from "#tests/builders/order.ts";
import { changeOpening, miscountStock, oversell, showOtherStock } from "#tests/builders/part.ts";
import { addPayment, addRefund, changePayments, changeRefunds } from "#tests/builders/payment.ts";
import { addShipment } from "#tests/builders/shipment.ts";
import { saveTables, withoutTriggers } from "#tests/builders/table.ts";
import { timeFromNow } from "#tests/builders/time.ts";
import { expectReconciled, listDifferences } from "#tests/expect-reconciled.ts";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import {
  createOrderHistory,
  type OrderHistory,
  payUnknownIntent,
  refundAtProviderOnly,
  refundInShopOnly,
  shareOrderHistory,
} from "#tests/order-history.ts";
import { placeOrder } from "#tests/orders.ts";
import { createClientSecret, intentIdOf, orderAndPay, runDueJobs } from "#tests/paying-shop.ts";
import { reconcile } from "./reconcile.ts";

type OrderName = "unpaid" | "paid" | "alsoPaid" | "cancelled" | "refunded";
type About = OrderName | "part" | "person" | "both";
type Harm = (life: OrderHistory, db: Database) => Promise<unknown>;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const refused = { lastError: "The charge is disputed", declines: 3, createdAt: minutesAgo(11) };
const madeUp = { state: "paid", transactionId: "pi_made_up" };

const dispute =
  (name: OrderName, disputeState: string): Harm =>
  (life, db) =>
    changePayments(db, life[name], { disputedAt: minutesAgo(24 * 60), disputeState });

const doublePrice = (db: Database, { _id }: Order) =>
  withoutTriggers(db, async (tx) => {
    await changeOrderSums(
      tx,
      { _id },
      { spentCents: sql`spent_cents + (select total_cents from orders where id = ${_id})` },
    );
    const doubled = { totalCents: sql`total_cents * 2`, goodsCents: sql`goods_cents * 2` };
    await changeOrder(tx, { _id }, { ...doubled, priceCents: sql`price_cents * 2` });
    await changeOrderLines(
      tx,
      { _id },
      {
        listCents: sql`list_cents * 2`,
        unitCents: sql`unit_cents * 2`,
        totalCents: sql`total_cents * 2`,
        dueCents: sql`due_cents * 2`,
      },
    );
  });

/** Behind the back of the triggers. */
const change =
  (work: (life: OrderHistory, tx: Queries) => Promise<unknown>): Harm =>
  (life, db) =>
    withoutTriggers(db, (tx) => work(life, tx));

const issued =
  (names: OrderName[], work: (life: OrderHistory, tx: Queries) => Promise<unknown>): Harm =>
  async (life, db) => {
    for (const name of names) await issueDocumentsOf(life.shop, life[name]);
    await change(work)(life, db);
  };

const oneCentMore = { totalCents: sql`total_cents + 1` };

const swapPayments: Harm = ({ paid, alsoPaid }, db) =>
  inTransaction(db, async (tx) => {
    for (const order of [paid, alsoPaid]) {
      await changePayments(tx, order, { intentId: sql`intent_id || '!'` });
      await changeOrder(tx, order, { transactionId: sql`transaction_id || '!'` });
    }
    for (const [order, other] of [
      [paid, alsoPaid],
      [alsoPaid, paid],
    ] as const) {
      await changePayments(tx, order, { intentId: other.transactionId });
      await changeOrder(tx, order, { transactionId: other.transactionId });
    }
  });

const ways: [kind: string, about: About, harm: Harm][] = [
  // Refunds that take too long.
  ["refund-overdue", "cancelled", ({ cancelled }, db) => addRefund(db, cancelled, refused)],
  [
    "refund-overdue",
    "cancelled",
    ({ cancelled }, db) => addRefund(db, cancelled, { ...refused, reason: "cancelled" }),
  ],
  [
    "refund-overdue",
    "cancelled",
    ({ cancelled }, db) => {
      const lastError = "The provider says: pending";
      const createdAt = minutesAgo(8 * 24 * 60);
      return addRefund(db, cancelled, { refundId: "re_1", lastError, createdAt });
    },
  ],
  ["disputed", "paid", dispute("paid", "needs_response")],
  ["disputed", "paid", dispute("paid", "lost")],
  ["disputed", "refunded", dispute("refunded", "under_review")],
  // Orders and payments that do not match.
  [
    "paid-without-payment",
    "unpaid",
    ({ unpaid }, db) => changeOrder(db, unpaid, { ...madeUp, paidAt: new Date() }),
  ],
  ["amount-differs", "paid", ({ paid }, db) => doublePrice(db, paid)],
  [
    "payment-not-honoured",
    "paid",
    ({ paid }, db) => changeOrder(db, paid, { state: "unpaid", transactionId: null }),
  ],
  ["refund-missing", "paid", ({ paid }, db) => changeOrder(db, paid, { state: "refunding" })],
  [
    "refund-not-finished",
    "refunded",
    // As if the second half of the transaction had not happened.
    ({ refunded }, db) => changeOrder(db, refunded, { state: "refunding" }),
  ],
  [
    "payment-overdue",
    "unpaid",
    ({ unpaid, shop }, db) => {
      // No payment job runs.
      shop.cards.faults({ webhooks: "hold" });
      return addPayment(db, unpaid, { state: "open", nextCheckAt: minutesAgo(11) });
    },
  ],
  ["paid-twice", "paid", ({ paid }, db) => addPayment(db, paid)],
  [
    "refunded-but-paid",
    "paid",
    async ({ paid }, db) => {
      const ofOrder = eq(payments.orderId, paid._id);
      const [payment] = await db.select().from(payments).where(ofOrder);
      const { id: paymentId = "", amountCents = 0 } = payment ?? {};
      await addRefund(db, paid, { paymentId, amountCents });
    },
  ],
  [
    "refund-differs",
    "refunded",
    ({ refunded }, db) =>
      changePayments(db, refunded, { refundingCents: sql`refunding_cents - 1` }),
  ],
  [
    "refunded-lines-differ",
    "paid",
    change(({ paid }, tx) => changeOrderLines(tx, paid, { refundedCents: 1 })),
  ],
  // Stock that does not match its movements and reservations.
  ["stock-unaccounted", "part", ({ part }, db) => miscountStock(db, part, -1)],
  ["stock-unaccounted", "part", change(({ part }, tx) => changeOpening(tx, part, 7))],
  ["stock-reserved-differs", "part", change(({ unpaid }, tx) => removeReservations(tx, unpaid))],
  ["stock-shown-differs", "part", change(({ part }, tx) => showOtherStock(tx, part, 1))],
  [
    "stock-not-reserved",
    "paid",
    ({ paid }, db) =>
      changeReservations(db, paid, { state: "held", expiresAt: timeFromNow({ days: 1 }) }),
  ],
  [
    "stock-reserved-too-long",
    "unpaid",
    ({ unpaid }, db) => changeOrder(db, unpaid, { state: "cancelled" }),
  ],
  [
    "order-does-not-add-up",
    "unpaid",
    change(({ unpaid }, tx) =>
      changeOrderLines(tx, unpaid, {
        listCents: sql`list_cents + 1`,
        unitCents: sql`unit_cents + 1`,
        totalCents: sql`total_cents + quantity`,
        dueCents: sql`due_cents + quantity`,
      }),
    ),
  ],
  // Parcels that hold something else than what left.
  ["shipped-differs", "paid", ({ paid }, db) => addShipment(db, paid)],
  [
    "fulfilment-differs",
    "paid",
    ({ paid }, db) => changeOrder(db, paid, { fulfilmentState: "shipped" }),
  ],
  // Documents that say something else than the money that moved.
  [
    "document-missing",
    "paid",
    async ({ paid }, db) => {
      await startInvoices(db);
      await changeOrder(db, paid, { paidAt: minutesAgo(11) });
    },
  ],
  [
    "document-missing",
    "refunded",
    issued(["refunded"], async ({ refunded }, tx) => {
      await startInvoices(tx);
      await removeDocuments(tx, refunded, "CRN");
      await removeCounter(tx, "CRN");
      await changeRefunds(tx, refunded, { doneAt: minutesAgo(11) });
    }),
  ],
  [
    "invoice-differs",
    "paid",
    issued(["paid"], ({ paid }, tx) => changeDocuments(tx, paid, "INV", oneCentMore)),
  ],
  [
    "credit-note-differs",
    "refunded",
    issued(["refunded"], ({ refunded }, tx) => changeDocuments(tx, refunded, "CRN", oneCentMore)),
  ],
  ["document-numbers", "paid", issued(["paid"], (_, tx) => skipNumber(tx))],
  [
    "document-numbers",
    "alsoPaid",
    issued(["paid", "alsoPaid"], async ({ alsoPaid }, tx) => {
      await skipNumber(tx);
      await changeDocuments(tx, alsoPaid, "INV", { number: 3 });
    }),
  ],
  // Payments that differ at the card provider.
  [
    "recorded-not-charged",
    "unpaid",
    async ({ unpaid, vera }, db) => {
      const transactionId = intentIdOf(await createClientSecret(vera, unpaid));
      await changePayments(db, unpaid, { state: "succeeded", capturedCents: sql`amount_cents` });
      await changeOrder(db, unpaid, { state: "paid", transactionId });
    },
  ],
  [
    "unknown-there",
    "unpaid",
    async ({ unpaid }, db) => {
      const amountCents = Math.round(unpaid.totalPrice * 100);
      await addPayment(db, unpaid, { intentId: "pi_made_up", amountCents });
      await changeOrder(db, unpaid, madeUp);
    },
  ],
  [
    "amount-differs-there",
    "paid",
    async ({ paid }, db) => {
      await changePayments(db, paid, { amountCents: sql`amount_cents * 2` });
      await doublePrice(db, paid);
    },
  ],
  ["refunded-here-only", "paid", refundInShopOnly],
  ["other-order", "both", swapPayments],
  [
    "order-sums-differ",
    "person",
    ({ paid }, db) => changeOrderSums(db, paid, { orders: sql`orders + 1` }),
  ],
  [
    "order-sums-differ",
    "person",
    change(({ paid }, tx) => changeOrder(tx, paid, { refundedCents: 1 })),
  ],
  // Last: the constraints that it drops stay dropped.
  ["stock-negative", "part", ({ part }, db) => oversell(db, part)],
];

function idsOf(life: OrderHistory, about: About): string[] {
  if (about === "part") return [life.part.id];
  if (about === "person") return [life.vera.user._id];
  if (about === "both") return [life.paid._id, life.alsoPaid._id].sort();
  return [life[about]._id];
}

describe("a difference", () => {
  const shared = shareOrderHistory();
  let restore: (() => Promise<unknown>) | undefined;

  it.each(ways)("of the kind %s is found, of %s", async (kind, about, harm) => {
    expectWarning(/Reconciliation found a difference/);
    const life = await shared();
    const { shop } = life.shop;
    restore ??= await saveTables(life.shop.shop);
    await harm(life, shop.db);
    const names = (found: Difference[]) => found.map((one) => `${one.kind} ${one.about}`).sort();
    const expected = idsOf(life, about).map((id) => `${kind} ${id}`);
    const late = await reconcile(shop, { full: false, graceSeconds: 0 });
    expect(names(late.differences), "of late").toEqual(expected);
    for (const { says, remedy } of late.differences) {
      expect(says).toMatch(/^.{30,400}\.$/);
      expect(remedy).toMatch(/^.{30,600}[.`]$/);
      expect(says + remedy).not.toMatch(/undefined|(?<!is )null|NaN/);
    }
    expect(names(await listDifferences(shop)), "in full").toEqual(expected);
    expect(warningsSoFar().join("\n")).toContain(`(${kind}, `);
    await restore();
    const mended = await reconcile(shop, { full: false, graceSeconds: 0 });
    expect(mended.differences, "mended").toEqual([]);
  });

  it("made at the card provider only is found", async () => {
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

  it("has a remedy where the provider refuses the refund", async () => {
    const { cancelled, shop: own } = await createOrderHistory();
    const { shop } = own;
    await addRefund(shop.db, cancelled, { ...refused, reason: "late" });
    const [byHand] = await listDifferences(shop);
    expect(byHand?.remedy).toContain("`Mark as refunded manually` on the order's page");
  });
});

describe("no difference is found", () => {
  it("through every kind of order, or while people order, pay and cancel", async () => {
    const { shop, vera, part } = await createOrderHistory();
    await expectReconciled(shop);
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

  it("with pending and manually settled refunds, and disputes that are over", async () => {
    const life = await createOrderHistory();
    const { cancelled, paid } = life;
    const { db } = life.shop.shop;
    await addRefund(db, cancelled, { refundId: "re_1", createdAt: minutesAgo(6 * 24 * 60) });
    await addRefund(db, cancelled, { ...refused, createdAt: minutesAgo(9) });
    await refundInShopOnly(life, db);
    await changeRefunds(db, paid, { status: "elsewhere", settledNote: "By bank transfer" });
    await dispute("alsoPaid", "won")(life, db);
    await dispute("refunded", "lost")(life, db);
    await expectReconciled(life.shop);
    // Then the provider must not refund it too.
    await refundAtProviderOnly(life, Number(paid.totalPrice) * 100);
    expect(await listDifferences(life.shop.shop)).toMatchObject([
      { kind: "refunded-twice", about: paid._id },
    ]);
  });
});
