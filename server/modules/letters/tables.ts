import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { createdAt, idColumn } from "#server/platform/database/columns.ts";

/** Letters that the release before this one queued: see adopt-letters.ts. */
export const letters = pgTable(
  "letters",
  {
    id: idColumn(),
    kind: text("kind").notNull(),
    email: text("email").notNull(),
    about: uuid("about"),
    priority: integer("priority").notNull().default(1),
    createdAt: createdAt(),
    nextTryAt: timestamp("next_try_at", { withTimezone: true }).notNull().defaultNow(),
    tries: integer("tries").notNull().default(0),
  },
  (letter) => [index("letters_next").on(letter.priority, letter.nextTryAt)],
);
