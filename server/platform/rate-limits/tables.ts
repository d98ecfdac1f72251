import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** How often something was tried of late, so that it can be enough. */
export const limits = pgTable(
  "limits",
  {
    key: text("key").primaryKey(),
    /** When each that still counts was taken, the oldest first. */
    times: timestamp("times", { withTimezone: true }).array().notNull(),
    /** From when on none of them counts. */
    until: timestamp("until", { withTimezone: true }).notNull(),
  },
  (limit) => [index("limits_until").on(limit.until)],
);
