import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ReportReason } from "#contract/reviews.ts";
import { users } from "#server/modules/customers/tables.ts";
import { doneAt, idColumn, positionColumn } from "#server/platform/database/columns.ts";

export const reviews = pgTable(
  "reviews",
  {
    id: idColumn(),
    position: positionColumn(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    ratting: integer("ratting").notNull(),
    img: text("img").notNull(),
    description: text("description").notNull(),
    /** Of a review by a buyer of this part; the others are about the shop. */
    partId: uuid("part_id"),
    picture: text("picture").notNull().default(""),
    boughtHere: boolean("bought_here").notNull().default(false),
    createdAt: doneAt("created_at"),
    /** Then only admins see it, and who wrote it. */
    hiddenAt: timestamp("hidden_at", { withTimezone: true }),
    answer: text("answer"),
    /** Hidden until an admin has looked at it. */
    waiting: boolean("waiting").notNull().default(false),
    /** By an admin, for the first time. */
    lookedAt: timestamp("looked_at", { withTimezone: true }),
    /** Its text, account and part in small letters, kept by triggers. */
    words: text("words").notNull().default(""),
  },
  (review) => [
    index("reviews_waiting").on(review.id).where(sql`${review.waiting}`),
    index("reviews_by_words").using("gin", sql`${review.words} gin_trgm_ops`),
    uniqueIndex("reviews_position").on(review.position),
    index("reviews_by_stars").on(review.ratting, review.position),
    index("reviews_user").on(review.userId),
    uniqueIndex("reviews_once_of_part")
      .on(review.userId, review.partId)
      .where(sql`${review.partId} is not null`),
    index("reviews_of_part")
      .on(review.partId, review.position)
      .where(sql`${review.partId} is not null`),
    check(
      "reviews_name_present",
      sql`${review.name} ~ '[^[:space:]]' and length(${review.name}) <= 200`,
    ),
    check("reviews_description_bounded", sql`length(${review.description}) <= 4000`),
    check("reviews_answer_bounded", sql`length(${review.answer}) between 1 and 2000`),
    check("reviews_picture_bounded", sql`length(${review.picture}) <= 2000`),
    check("reviews_ratting_in_scale", sql`${review.ratting} between 0 and 5`),
  ],
);

export const reviewReports = pgTable(
  "review_reports",
  {
    id: idColumn(),
    reviewId: uuid("review_id")
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    /** Derived from the person, or from the network of a visitor. */
    reporter: uuid("reporter").notNull(),
    reason: text("reason").$type<ReportReason>().notNull(),
    note: text("note").notNull(),
    createdAt: doneAt("created_at"),
  },
  (report) => [
    unique("review_reports_once").on(report.reviewId, report.reporter),
    check("review_reports_bounded", sql`length(${report.note}) <= 500`),
  ],
);

/** What an admin has settled, and by which change, so that it can be undone. */
export const settledReports = pgTable(
  "settled_reports",
  {
    id: idColumn(),
    /** The entry in the audit log. */
    settledBy: uuid("settled_by").notNull(),
    settledAt: doneAt("settled_at"),
    reviewId: uuid("review_id")
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    reporter: uuid("reporter").notNull(),
    reason: text("reason").$type<ReportReason>().notNull(),
    note: text("note").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (report) => [
    index("settled_reports_by_change").on(report.settledBy),
    index("settled_reports_of_review").on(report.reviewId),
    index("settled_reports_by_reporter").on(report.reporter),
    check("settled_reports_bounded", sql`length(${report.note}) <= 500`),
  ],
);
