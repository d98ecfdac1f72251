import { boolean, index, integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import type { Difference } from "#contract/reconciliation.ts";
import { createdAt, idColumn } from "#server/platform/database/columns.ts";

/** The table keeps its first name, so that an older release can run beside this one. */
export const reconciliationReports = pgTable(
  "ledger_checks",
  {
    id: idColumn(),
    createdAt: createdAt(),
    full: boolean("full").notNull(),
    milliseconds: integer("milliseconds").notNull(),
    differences: jsonb("differences").$type<Difference[]>().notNull(),
    notes: jsonb("notes").$type<Difference[]>().notNull().default([]),
  },
  (check) => [index("ledger_checks_newest").on(check.createdAt)],
);
