import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { CheckoutAddress } from "#contract/checkout-address.ts";
import { users } from "#server/modules/customers/tables.ts";
import { idColumn } from "#server/platform/database/columns.ts";

export const checkouts = pgTable(
  "checkouts",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    address: jsonb("address").$type<CheckoutAddress>(),
    billTo: jsonb("bill_to").$type<CheckoutAddress>(),
    method: text("method"),
    vatId: text("vat_id").notNull().default(""),
    reference: text("reference").notNull().default(""),
    touchedAt: timestamp("touched_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    check(
      "checkouts_bounded",
      sql`length(${row.vatId}) <= 20 and length(${row.reference}) <= 60
        and length(${row.address}::text) <= 4000 and length(${row.billTo}::text) <= 4000`,
    ),
  ],
);

export const addresses = pgTable(
  "addresses",
  {
    id: idColumn(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    address: jsonb("address").$type<CheckoutAddress>().notNull(),
    usedAt: timestamp("used_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    index("addresses_of_user").on(row.userId, row.usedAt),
    check("addresses_bounded", sql`length(${row.address}::text) <= 4000`),
  ],
);
