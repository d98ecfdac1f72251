import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { LegalPage } from "#contract/rules/legal-pages.ts";
import { doneAt } from "#server/platform/database/columns.ts";

/** Each save adds a version; the last one is in force. Rows are never changed: orders name them. */
export const legalTexts = pgTable(
  "legal_texts",
  {
    page: text("page").notNull().$type<LegalPage>(),
    version: integer("version").notNull(),
    text: text("text").notNull(),
    savedBy: uuid("saved_by").notNull(),
    savedAt: doneAt("saved_at"),
  },
  (row) => [
    primaryKey({ columns: [row.page, row.version] }),
    check(
      "legal_texts_bounded",
      sql`${row.version} > 0 and length(${row.text}) between 1 and 20000
        and ${row.page} in ('terms', 'privacy', 'withdrawal', 'delivery-and-returns', 'imprint')`,
    ),
  ],
);
