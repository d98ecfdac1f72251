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
import { users } from "#server/modules/customers/tables.ts";
import { bytea, createdAt, idColumn } from "#server/platform/database/columns.ts";

/** Orders are never deleted, and keep their own copy of the name and price of the part. */
export const orders = pgTable(
  "orders",
  {
    id: idColumn(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    partId: uuid("part_id").notNull(),
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
    transactionId: text("transaction_id"),
    createdAt: createdAt(),
    paidAt: timestamp("paid_at", { withTimezone: true }),
    closedAt: timestamp("closed_at", { withTimezone: true }),
    closedBy: uuid("closed_by"),
  },
  (order) => [
    uniqueIndex("orders_request").on(order.userId, order.requestKey),
    uniqueIndex("orders_transaction").on(order.transactionId),
    index("orders_of_user").on(order.userId, order.id),
    index("orders_by_total").on(order.totalCents, order.id),
    // One index per list.
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
