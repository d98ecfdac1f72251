import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "#server/modules/customers/tables.ts";
import { bytea, createdAt, idColumn } from "#server/platform/database/columns.ts";

export const stockAlerts = pgTable(
  "stock_alerts",
  {
    id: idColumn(),
    partId: uuid("part_id").notNull(),
    email: text("email").notNull(),
    /** Null for visitors. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Until then nothing but the link that confirms it is sent. */
    confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
    /** When its letter was queued. The row stays for the link in that letter. */
    toldAt: timestamp("told_at", { withTimezone: true }),
    tokenHash: bytea("token_hash"),
    createdAt: createdAt(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (alert) => [
    uniqueIndex("stock_alerts_once")
      .on(alert.partId, alert.email)
      .where(sql`${alert.toldAt} is null`),
    uniqueIndex("stock_alerts_token").on(alert.tokenHash),
    index("stock_alerts_email").on(alert.email),
    index("stock_alerts_user").on(alert.userId),
    index("stock_alerts_expiry").on(alert.expiresAt),
    check(
      "stock_alerts_email_bounded",
      sql`position('@' in ${alert.email}) > 1 and length(${alert.email}) <= 254`,
    ),
    check(
      "stock_alerts_told_confirmed",
      sql`${alert.toldAt} is null or ${alert.confirmedAt} is not null`,
    ),
  ],
);
