import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** What a migration left to be done in steps: `name` is a function in the database. */
export const backfills = pgTable("backfills", {
  name: text("name").primaryKey(),
  after: uuid("after"),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});
