import { type SQLWrapper, sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { doneAt, idColumn } from "#server/platform/database/columns.ts";

type Values = Record<"before" | "after", SQLWrapper>;

export const valuesOf = ({ before, after }: Values) =>
  sql`lower(coalesce(${before}::text, '') || ' ' || coalesce(${after}::text, ''))`;

/** No row of it refers to another table. */
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
  (entry) => {
    const isWhole = sql`${entry.partOf} is null`;
    return [
      index("audit_log_of_thing").on(entry.about, entry.at, entry.id),
      index("audit_log_newest").on(entry.at, entry.id).where(isWhole),
      index("audit_log_of_admin").on(entry.adminId, entry.at, entry.id).where(isWhole),
      index("audit_log_of_action").on(entry.action, entry.at, entry.id).where(isWhole),
      index("audit_log_values")
        .using("gin", sql`${valuesOf(entry)} gin_trgm_ops`)
        .where(isWhole),
      index("audit_log_part_of").on(entry.partOf).where(sql`${entry.partOf} is not null`),
      check(
        "audit_log_bounded",
        sql`length(${entry.who}) <= 300 and length(${entry.action}) <= 100
        and length(${entry.address}) <= 100`,
      ),
    ];
  },
);
