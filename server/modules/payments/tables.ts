import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { orders } from "#server/modules/orders/tables.ts";
import { createdAt, idColumn } from "#server/platform/database/columns.ts";

/** The id is the idempotency key of the intent, so it is stored before the provider is asked. */
export const payments = pgTable(
  "payments",
  {
    id: idColumn(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    intentId: text("intent_id"),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    currency: text("currency").notNull().default("usd"),
    state: text("state").notNull().default("creating"),
    createdAt: createdAt(),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    nextCheckAt: timestamp("next_check_at", { withTimezone: true }).notNull(),
    checks: integer("checks").notNull().default(0),
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
    index("payments_settled").on(payment.settledAt),
    index("payments_disputed").on(payment.id).where(sql`${payment.disputeState} is not null`),
    check(
      "payments_state_known",
      sql`${payment.state} in ('creating', 'open', 'succeeded', 'dead')`,
    ),
    check("payments_amount_positive", sql`${payment.amountCents} > 0`),
  ],
);

/** The queue of refunds; a payment is refunded once. */
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
    /** Cancelled; cancelled before the money came; paid twice; does not match the order. */
    reason: text("reason").notNull(),
    state: text("state").notNull().default("wanted"),
    refundId: text("refund_id"),
    lastError: text("last_error"),
    createdAt: createdAt(),
    doneAt: timestamp("done_at", { withTimezone: true }),
    nextTryAt: timestamp("next_try_at", { withTimezone: true }).notNull().defaultNow(),
    tries: integer("tries").notNull().default(0),
    /** With the id the idempotency key, because the provider repeats its first response for a key. */
    attempt: integer("attempt").notNull().default(1),
    /** Set while the result of this attempt is unknown. */
    askedAt: timestamp("asked_at", { withTimezone: true }),
    declines: integer("noes").notNull().default(0),
    /** An admin's note on how the customer got the money in another way. */
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
