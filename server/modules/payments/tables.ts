import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "#server/modules/customers/tables.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { doneAt, idColumn } from "#server/platform/database/columns.ts";

export type Decline = { at: string; charge: string; message: string };

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
    createdAt: doneAt("created_at"),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    nextCheckAt: timestamp("next_check_at", { withTimezone: true }).notNull(),
    checks: integer("checks").notNull().default(0),
    disputedAt: timestamp("disputed_at", { withTimezone: true }),
    disputeState: text("dispute_state"),
    capturedCents: bigint("captured_cents", { mode: "number" }).notNull().default(0),
    refundingCents: bigint("refunding_cents", { mode: "number" }).notNull().default(0),
    lastDecline: text("last_decline"),
    declines: jsonb("declines").$type<Decline[]>().notNull().default([]),
    /** `account`: on a company's account. What is open of it = captured - refunding - received. */
    method: text("method", { enum: ["card", "account"] })
      .notNull()
      .default("card"),
    receivedCents: bigint("received_cents", { mode: "number" }).notNull().default(0),
    reminders: smallint("reminders").notNull().default(0),
    remindedOn: date("reminded_on"),
  },
  (payment) => [
    uniqueIndex("payments_intent").on(payment.intentId),
    uniqueIndex("payments_one_live")
      .on(payment.orderId)
      .where(sql`${payment.state} in ('creating', 'open', 'processing')`),
    index("payments_of_order").on(payment.orderId),
    index("payments_to_check")
      .on(payment.nextCheckAt)
      .where(sql`${payment.state} in ('creating', 'open', 'processing')`),
    index("payments_settled").on(payment.settledAt),
    index("payments_disputed").on(payment.id).where(sql`${payment.disputeState} is not null`),
    check(
      "payments_state_known",
      sql`${payment.state} in ('creating', 'open', 'processing', 'succeeded', 'dead')`,
    ),
    check(
      "payments_refunding_in_bounds",
      sql`${payment.refundingCents} between 0 and ${payment.capturedCents}`,
    ),
    check("payments_amount_positive", sql`${payment.amountCents} > 0`),
    index("payments_on_account").on(payment.orderId).where(sql`${payment.method} = 'account'`),
    check(
      "payments_method_known",
      sql`${payment.method} in ('card', 'account') and ${payment.reminders} >= 0
        and ${payment.receivedCents} between 0
          and case ${payment.method} when 'account' then ${payment.capturedCents} else 0 end`,
    ),
  ],
);

/** Whose cards are at the provider. Without a user: the account is deleted, and this is to be. */
export const providerCustomers = pgTable(
  "provider_customers",
  {
    id: text("id").primaryKey(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: doneAt("created_at"),
  },
  (customer) => [
    uniqueIndex("provider_customers_user").on(customer.userId),
    index("provider_customers_left").on(customer.createdAt).where(sql`${customer.userId} is null`),
  ],
);
