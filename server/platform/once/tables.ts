import { index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { bytea } from "#server/platform/database/columns.ts";

/** The first answers of requests with an idempotency key, kept for a day. */
export const keptAnswers = pgTable(
  "kept_answers",
  {
    /** The id of a person, or of the order that a link leads to. */
    who: text("who").notNull(),
    /** Such as POST /orders/0199.../refunds. */
    call: text("call").notNull(),
    key: text("key").notNull(),
    /** Null for requests of a release that stored no hash: any body counts as the same. */
    bodyHash: bytea("body_hash"),
    /** What the answer is written from: ids, numbers and amounts, nothing of a person. */
    answer: jsonb("answer").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (kept) => [
    primaryKey({ columns: [kept.who, kept.call, kept.key] }),
    index("kept_answers_at").on(kept.at),
  ],
);
