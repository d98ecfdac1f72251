import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, idColumn } from "#server/platform/database/columns.ts";

export const vatStates = ["waiting", "valid", "invalid"] as const;

/** VAT numbers, each of one name in one country: with another one it is another number to check. */
export const vatChecks = pgTable(
  "vat_checks",
  {
    id: idColumn(),
    vatId: text("vat_id").notNull(),
    country: text("country").notNull(),
    /** In lower case. */
    name: text("name").notNull(),
    state: text("state", { enum: vatStates }).notNull().default("waiting"),
    /** As the register has it; not every country tells. */
    registeredName: text("registered_name").notNull().default(""),
    checkedAt: timestamp("checked_at", { withTimezone: true }),
    /** Then it is asked again. Null: an admin has confirmed it. */
    until: timestamp("until", { withTimezone: true }),
    byUser: uuid("by_user"),
    createdAt: createdAt(),
  },
  (row) => [
    uniqueIndex("vat_checks_once").on(row.vatId, row.country, row.name),
    index("vat_checks_expiry").on(row.until),
    check(
      "vat_checks_known",
      sql`${row.state} in ('waiting', 'valid', 'invalid') and length(${row.vatId}) between 4 and 20
        and length(${row.country}) = 2 and length(${row.name}) <= 500
        and length(${row.registeredName}) <= 500
        and (${row.state} = 'waiting') = (${row.checkedAt} is null)`,
    ),
  ],
);
