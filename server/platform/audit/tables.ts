import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { doneAt, idColumn } from "#server/platform/database/columns.ts";

/** Ids begin with the time, so they are the order of the entries. No row of it refers to another table. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: idColumn(),
    at: doneAt("at"),
    /** Nobody's id where it was done at the machine itself. */
    adminId: uuid("admin_id"),
    who: text("who").notNull(),
    action: text("action").notNull(),
    /** The id of what it was done to, where it is one thing. */
    about: uuid("about"),
    /** The entry of the whole, where it was done to many at once. */
    partOf: uuid("part_of"),
    /** The fields that are other than before: as they were, and as they are. */
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
