import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import { payments } from "#server/modules/payments/tables.ts";
import { doneAt, idColumn } from "#server/platform/database/columns.ts";

/** `asked`: the provider may have it. `elsewhere`: an admin returned the money in another way. */
export const refundStatuses = ["wanted", "asked", "succeeded", "failed", "elsewhere"] as const;

export const refunds = pgTable(
  "refunds",
  {
    id: idColumn(),
    paymentId: uuid("refunded_payment_id")
      .notNull()
      .references(() => payments.id),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    reason: text("reason").notNull(),
    status: text("status", { enum: refundStatuses }).notNull().default("wanted"),
    requestKey: uuid("request_key"),
    byUser: uuid("by_user"),
    note: text("note").notNull().default(""),
    refundId: text("refund_id"),
    lastError: text("last_error"),
    createdAt: doneAt("created_at"),
    doneAt: timestamp("done_at", { withTimezone: true }),
    nextTryAt: timestamp("next_try_at", { withTimezone: true }).notNull().defaultNow(),
    tries: integer("tries").notNull().default(0),
    /** With the id the idempotency key, because the provider repeats its first response for a key. */
    attempt: integer("attempt").notNull().default(1),
    askedAt: timestamp("asked_at", { withTimezone: true }),
    declines: integer("declines").notNull().default(0),
    settledNote: text("settled_note"),
    settledBy: uuid("settled_by"),
  },
  (refund) => [
    index("refunds_payment").on(refund.paymentId),
    uniqueIndex("refunds_request").on(refund.requestKey),
    uniqueIndex("refunds_name").on(refund.refundId),
    index("refunds_of_order").on(refund.orderId),
    index("refunds_done").on(refund.doneAt, refund.amountCents),
    index("refunds_due").on(refund.nextTryAt).where(sql`${refund.status} in ('wanted', 'asked')`),
    check(
      "refunds_status_known",
      sql`${refund.status} in ('wanted', 'asked', 'succeeded', 'failed', 'elsewhere')`,
    ),
    check(
      "refunds_elsewhere_have_a_note",
      sql`(${refund.status} = 'elsewhere') = (${refund.settledNote} is not null)`,
    ),
    check(
      "refunds_reason_known",
      sql`${refund.reason} in ('cancelled', 'late', 'second', 'mismatch',
        'return', 'withdrawal', 'goodwill', 'short', 'deposit', 'tax')`,
    ),
    check("refunds_amount_positive", sql`${refund.amountCents} > 0`),
  ],
);

export type RefundRow = typeof refunds.$inferSelect;

/** What of a refund is for which line; without pieces where it is for an amount. */
export const refundLines = pgTable(
  "refund_lines",
  {
    refundId: uuid("refund_id")
      .notNull()
      .references(() => refunds.id),
    orderLineId: uuid("order_line_id")
      .notNull()
      .references(() => orderLines.id),
    quantity: integer("quantity").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  },
  (line) => [
    primaryKey({ columns: [line.refundId, line.orderLineId] }),
    index("refund_lines_of_line").on(line.orderLineId),
    check("refund_lines_positive", sql`${line.quantity} >= 0 and ${line.amountCents} >= 0`),
  ],
);
