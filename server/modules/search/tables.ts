import { sql } from "drizzle-orm";
import {
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

/** Compared byte by byte, so that an index finds prefixes. */
const byteText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** All words of the names of parts, by which typos are mended. A trigger on `parts` adds to it. */
export const knownWords = pgTable(
  "known_words",
  { word: byteText("word").primaryKey() },
  (known) => [index("known_words_similar").using("gin", sql`${known.word} gin_trgm_ops`)],
);

/** What people searched for and did not find, without saying who. */
export const missedSearches = pgTable(
  "missed_searches",
  {
    day: date("day", { mode: "string" }).notNull(),
    term: text("term").notNull(),
    count: integer("count").notNull().default(1),
    /** Unknown of those that an older release noted. */
    lastAt: timestamp("last_at", { withTimezone: true }),
  },
  (missed) => [
    primaryKey({ columns: [missed.day, missed.term] }),
    check("missed_searches_bounded", sql`length(${missed.term}) between 1 and 80`),
  ],
);

/** Missed searches that the owner does not want to see again. */
export const dismissedSearches = pgTable("dismissed_searches", {
  term: text("term").primaryKey(),
});
