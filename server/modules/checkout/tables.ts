import { sql } from "drizzle-orm";
import { check, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { CheckoutAddress } from "#contract/checkout-address.ts";
import { users } from "#server/modules/customers/tables.ts";

/** What a person has answered on the way to an order. It stays for the next one. */
export const checkouts = pgTable(
  "checkouts",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    address: jsonb("address").$type<CheckoutAddress>(),
    method: text("method"),
    vatId: text("vat_id").notNull().default(""),
    reference: text("reference").notNull().default(""),
    touchedAt: timestamp("touched_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [
    check(
      "checkouts_bounded",
      sql`length(${row.vatId}) <= 20 and length(${row.reference}) <= 60
        and length(${row.address}::text) <= 4000`,
    ),
  ],
);
