import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { doneAt, idColumn } from "#server/platform/database/columns.ts";

/** Ids begin with the time, so they are the order of the entries. No row of it refers to another table. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: idColumn(),
    at: doneAt("at"),
    adminId: uuid("admin_id"),
    who: text("who").notNull(),
    action: text("action").notNull(),
    about: uuid("about"),
    partOf: uuid("part_of"),
    before: jsonb("before"),
    after: jsonb("after"),
    address: text("address").notNull(),
  },
  (entry) => [
    index("audit_log_about").on(entry.about, entry.id),
    index("audit_log_part_of").on(entry.partOf).where(sql`${entry.partOf} is not null`),
    check(
      "audit_log_bounded",
      sql`length(${entry.who}) <= 300 and length(${entry.action}) <= 100
        and length(${entry.address}) <= 100`,
    ),
  ],
);
