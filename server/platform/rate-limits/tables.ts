import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const limits = pgTable(
  "limits",
  {
    key: text("key").primaryKey(),
    times: timestamp("times", { withTimezone: true }).array().notNull(),
    until: timestamp("until", { withTimezone: true }).notNull(),
  },
  (limit) => [index("limits_until").on(limit.until)],
);
