import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt } from "#server/platform/database/columns.ts";

/** Each save of a section adds a row; the last one is in force. */
export const settings = pgTable(
  "settings",
  {
    section: text("section").notNull(),
    version: integer("version").notNull(),
    value: jsonb("value").notNull(),
    createdAt: createdAt(),
  },
  (row) => [
    primaryKey({ columns: [row.section, row.version] }),
    check("settings_version_positive", sql`${row.version} > 0`),
  ],
);
