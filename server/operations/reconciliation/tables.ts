import { boolean, index, integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import { createdAt, idColumn } from "#server/platform/database/columns.ts";

export const ledgerChecks = pgTable(
  "ledger_checks",
  {
    id: idColumn(),
    createdAt: createdAt(),
    full: boolean("full").notNull(),
    milliseconds: integer("milliseconds").notNull(),
    differences: jsonb("differences").notNull(),
    notes: jsonb("notes").notNull().default([]),
  },
  (check) => [index("ledger_checks_newest").on(check.createdAt)],
);
