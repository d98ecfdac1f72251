import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "#server/modules/customers/tables.ts";
import { bytea, idColumn, positionColumn } from "#server/platform/database/columns.ts";

/** What somebody means to order. It reserves nothing and keeps no price but the one that was seen. */
export const baskets = pgTable(
  "baskets",
  {
    id: idColumn(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    tokenHash: bytea("token_hash"),
    codes: text("codes").array().notNull().default([]),
    /** Of the token in the link by which others see it. */
    shareHash: bytea("share_hash"),
    shareUntil: timestamp("share_until", { withTimezone: true }),
    touchedAt: timestamp("touched_at", { withTimezone: true }).notNull().defaultNow(),
    /** Null until somebody looks at it. */
    readAt: timestamp("read_at", { withTimezone: true }),
  },
  (basket) => [
    uniqueIndex("baskets_user").on(basket.userId),
    uniqueIndex("baskets_token").on(basket.tokenHash),
    uniqueIndex("baskets_share").on(basket.shareHash),
    index("baskets_forgotten").on(basket.touchedAt).where(sql`${basket.userId} is null`),
    index("baskets_unread")
      .on(basket.touchedAt)
      .where(sql`${basket.userId} is null and ${basket.readAt} is null`),
    check("baskets_few_codes", sql`cardinality(${basket.codes}) <= 5`),
    check("baskets_of_one", sql`num_nonnulls(${basket.userId}, ${basket.tokenHash}) = 1`),
  ],
);

export const basketLines = pgTable(
  "basket_lines",
  {
    basketId: uuid("basket_id")
      .notNull()
      .references(() => baskets.id, { onDelete: "cascade" }),
    partId: uuid("part_id").notNull(),
    quantity: integer("quantity").notNull(),
    saved: boolean("saved").notNull().default(false),
    seenCents: bigint("seen_cents", { mode: "number" }).notNull(),
    position: positionColumn(),
  },
  (line) => [
    primaryKey({ columns: [line.basketId, line.partId] }),
    check(
      "basket_lines_bounded",
      sql`${line.quantity} between 1 and 1000000000 and ${line.seenCents} > 0`,
    ),
  ],
);

export const basketComments = pgTable(
  "basket_comments",
  {
    id: idColumn(),
    basketId: uuid("basket_id").notNull(),
    partId: uuid("part_id").notNull(),
    name: text("name").notNull(),
    text: text("text").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (comment) => [
    foreignKey({
      name: "basket_comments_line",
      columns: [comment.basketId, comment.partId],
      foreignColumns: [basketLines.basketId, basketLines.partId],
    }).onDelete("cascade"),
    index("basket_comments_of_line").on(comment.basketId, comment.partId),
    check(
      "basket_comments_bounded",
      sql`length(${comment.name}) <= 60 and length(${comment.text}) between 1 and 500`,
    ),
  ],
);
