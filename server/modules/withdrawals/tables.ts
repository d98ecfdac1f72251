import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  pgSequence,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { orders } from "#server/modules/orders/tables.ts";
import { bytea, doneAt, idColumn } from "#server/platform/database/columns.ts";

export const withdrawalNumbers = pgSequence("withdrawal_numbers");

/** Kept as they were stated, whether or not there is such an order. */
export const withdrawals = pgTable(
  "withdrawals",
  {
    id: idColumn(),
    number: bigint("number", { mode: "number" })
      .notNull()
      .default(sql`nextval('withdrawal_numbers')`),
    requestKey: uuid("request_key").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    orderNumber: text("order_number").notNull(),
    goods: text("goods").notNull().default(""),
    receivedAt: doneAt("received_at"),
    orderId: uuid("order_id").references(() => orders.id),
    returnId: uuid("return_id"),
    answered: boolean("answered").notNull().default(false),
    /** When the owner of the mailbox stood by it: anybody can state an e-mail and a number. */
    confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
    /** Of the link in the letter that asks for that. */
    confirmHash: bytea("confirm_hash"),
  },
  (row) => [
    uniqueIndex("withdrawals_number").on(row.number),
    uniqueIndex("withdrawals_request").on(row.requestKey),
    index("withdrawals_of_order").on(row.orderId),
    uniqueIndex("withdrawals_confirm").on(row.confirmHash),
    index("withdrawals_open").on(row.id).where(sql`not ${row.answered}`),
    check(
      "withdrawals_bounded",
      sql`length(${row.name}) <= 200 and length(${row.email}) <= 254
        and length(${row.orderNumber}) <= 40 and length(${row.goods}) <= 1000`,
    ),
  ],
);
export type WithdrawalRow = typeof withdrawals.$inferSelect;
