// The tables of orders, money and stock, as strict as those of schema.ts.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea, createdAt, idColumn } from "./columns.ts";
import { users } from "./schema.ts";

/**
 * Orders are never deleted: what is cancelled stays, with its money. An order has its own copy of
 * the part's name and price, and goes on without the part and without the person. Ids begin with
 * the time, so they are the order in which orders came.
 */
export const orders = pgTable(
  "orders",
  {
    id: idColumn(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    partId: uuid("part_id").notNull(),
    /** The client's own key; the same once more is the same order, or is refused. */
    requestKey: uuid("request_key").notNull(),
    requestHash: bytea("request_hash").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    productName: text("product_name").notNull(),
    quantity: integer("quantity").notNull(),
    priceCents: bigint("price_cents", { mode: "number" }).notNull(),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    state: text("state").notNull().default("unpaid"),
    /** The payment that paid it, by the provider's name for it. */
    transactionId: text("transaction_id"),
    createdAt: createdAt(),
    paidAt: timestamp("paid_at", { withTimezone: true }),
    /** When it was cancelled. */
    closedAt: timestamp("closed_at", { withTimezone: true }),
    /** Who cancelled it. */
    closedBy: uuid("closed_by"),
  },
  (order) => [
    uniqueIndex("orders_request").on(order.userId, order.requestKey),
    uniqueIndex("orders_transaction").on(order.transactionId),
    index("orders_of_user").on(order.userId, order.id),
    index("orders_by_total").on(order.totalCents, order.id),
    // The lists: each looks through nothing that it does not show.
    index("orders_unpaid").on(order.id).where(sql`${order.state} = 'unpaid'`),
    index("orders_paid").on(order.id).where(sql`${order.state} = 'paid'`),
    index("orders_open").on(order.id).where(sql`${order.state} in ('unpaid', 'paid')`),
    index("orders_closed")
      .on(order.id)
      .where(sql`${order.state} in ('cancelled', 'refunding', 'refunded')`),
    check(
      "orders_state_known",
      sql`${order.state} in ('unpaid', 'paid', 'cancelled', 'refunding', 'refunded')`,
    ),
    check("orders_quantity_positive", sql`${order.quantity} > 0`),
    check(
      "orders_total_is_price_times_quantity",
      sql`${order.totalCents} = ${order.priceCents} * ${order.quantity} and ${order.totalCents} > 0`,
    ),
    check(
      "orders_paid_by_a_payment",
      sql`(${order.state} in ('paid', 'refunding', 'refunded')) = (${order.transactionId} is not null)`,
    ),
    check(
      "orders_bounded",
      sql`length(${order.name}) <= 200 and length(${order.phone}) <= 100
        and length(${order.address}) <= 1000`,
    ),
  ],
);

/** What was asked of the card provider. The id is stored first: it is the key of the asking. */
export const payments = pgTable(
  "payments",
  {
    id: idColumn(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    /** The provider's name for it, once it is known. */
    intentId: text("intent_id"),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    currency: text("currency").notNull().default("usd"),
    state: text("state").notNull().default("creating"),
    createdAt: createdAt(),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    /** When the provider is asked again how it went, and how often it was. */
    nextCheckAt: timestamp("next_check_at", { withTimezone: true }).notNull(),
    checks: integer("checks").notNull().default(0),
    /** Since when the customer's bank asks for it back, and how that stands at the provider. */
    disputedAt: timestamp("disputed_at", { withTimezone: true }),
    disputeState: text("dispute_state"),
  },
  (payment) => [
    uniqueIndex("payments_intent").on(payment.intentId),
    uniqueIndex("payments_one_live")
      .on(payment.orderId)
      .where(sql`${payment.state} in ('creating', 'open')`),
    index("payments_of_order").on(payment.orderId),
    index("payments_to_check")
      .on(payment.nextCheckAt)
      .where(sql`${payment.state} in ('creating', 'open')`),
    // What was paid of late, for the ledger checker.
    index("payments_settled").on(payment.settledAt),
    index("payments_disputed").on(payment.id).where(sql`${payment.disputeState} is not null`),
    check(
      "payments_state_known",
      sql`${payment.state} in ('creating', 'open', 'succeeded', 'dead')`,
    ),
    check("payments_amount_positive", sql`${payment.amountCents} > 0`),
  ],
);

/** Money to be given back, by whichever process comes to it; a payment is refunded once. */
export const refunds = pgTable(
  "refunds",
  {
    id: idColumn(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    /** The order was cancelled; it was cancelled before the money came; paid twice; not as asked. */
    reason: text("reason").notNull(),
    state: text("state").notNull().default("wanted"),
    refundId: text("refund_id"),
    lastError: text("last_error"),
    createdAt: createdAt(),
    doneAt: timestamp("done_at", { withTimezone: true }),
    nextTryAt: timestamp("next_try_at", { withTimezone: true }).notNull().defaultNow(),
    tries: integer("tries").notNull().default(0),
    /**
     * With the id it is the key of the asking, because the provider keeps a key's first answer: one
     * that was answered is done with, and what is still wanted is asked for under the next.
     */
    attempt: integer("attempt").notNull().default(1),
    /** Since when nobody knows how this attempt went. */
    askedAt: timestamp("asked_at", { withTimezone: true }),
    /** How often the provider said no, or the bank sent the money back. */
    noes: integer("noes").notNull().default(0),
    /** By an admin's word: how the customer got the money, when not by the provider. */
    settledNote: text("settled_note"),
    settledBy: uuid("settled_by"),
  },
  (refund) => [
    uniqueIndex("refunds_of_payment").on(refund.paymentId),
    uniqueIndex("refunds_name").on(refund.refundId),
    index("refunds_of_order").on(refund.orderId),
    index("refunds_to_try").on(refund.nextTryAt).where(sql`${refund.state} = 'wanted'`),
    check("refunds_state_known", sql`${refund.state} in ('wanted', 'done')`),
    check(
      "refunds_settled_are_done",
      sql`${refund.settledNote} is null or ${refund.state} = 'done'`,
    ),
    check(
      "refunds_reason_known",
      sql`${refund.reason} in ('cancelled', 'late', 'second', 'mismatch')`,
    ),
    check("refunds_amount_positive", sql`${refund.amountCents} > 0`),
  ],
);

/**
 * Every change of a part's stock, with its reason. Written by a trigger on `parts`, so that none
 * can be forgotten; whoever changes stock says why in `shop.movement` of its transaction.
 */
export const stockMovements = pgTable(
  "stock_movements",
  {
    position: bigint("position", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    partId: uuid("part_id").notNull(),
    change: integer("change").notNull(),
    /** What was there then. */
    after: integer("after").notNull(),
    reason: text("reason").notNull(),
    orderId: uuid("order_id"),
    userId: uuid("user_id"),
    createdAt: createdAt(),
  },
  (movement) => [
    index("stock_movements_of_part").on(movement.partId, movement.position),
    // An order takes its stock once and gives it back once.
    uniqueIndex("stock_movements_of_order").on(movement.orderId, movement.reason),
    // What somebody must still account for.
    index("stock_movements_by_hand")
      .on(movement.position)
      .where(sql`${movement.reason} = 'by hand'`),
  ],
);

/** What the ledger checker found, each time. */
export const ledgerChecks = pgTable(
  "ledger_checks",
  {
    id: idColumn(),
    createdAt: createdAt(),
    full: boolean("full").notNull(),
    milliseconds: integer("milliseconds").notNull(),
    differences: jsonb("differences").notNull(),
    /** What is no difference, but should be known. */
    notes: jsonb("notes").notNull().default([]),
  },
  (check) => [index("ledger_checks_newest").on(check.createdAt)],
);
