import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { payments } from "#server/modules/payments/tables.ts";
import { doneAt, idColumn } from "#server/platform/database/columns.ts";

/** What came in for orders on account, and what was paid back. Never changed: an undo is the opposite. */
export const accountReceipts = pgTable(
  "account_receipts",
  {
    id: idColumn(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    /** Of the request, or the receipt that it takes back. */
    cause: uuid("cause").notNull(),
    cents: bigint("cents", { mode: "number" }).notNull(),
    isUndo: boolean("is_undo").notNull().default(false),
    receivedOn: date("received_on").notNull(),
    reference: text("reference").notNull().default(""),
    byUser: uuid("by_user").notNull(),
    createdAt: doneAt("created_at"),
  },
  (receipt) => [
    index("account_receipts_of_payment").on(receipt.paymentId),
    uniqueIndex("account_receipts_once").on(receipt.cause, receipt.isUndo),
    check(
      "account_receipts_known",
      sql`${receipt.cents} <> 0 and length(${receipt.reference}) <= 100`,
    ),
  ],
);
