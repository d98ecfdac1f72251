import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "#server/modules/customers/tables.ts";
import { createdAt, idColumn, positionColumn } from "#server/platform/database/columns.ts";

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
    createdAt: createdAt(),
  },
  (review) => [
    uniqueIndex("reviews_position").on(review.position),
    index("reviews_user").on(review.userId),
    check(
      "reviews_name_present",
      sql`${review.name} ~ '[^[:space:]]' and length(${review.name}) <= 200`,
    ),
    check("reviews_description_bounded", sql`length(${review.description}) <= 4000`),
    check("reviews_ratting_in_scale", sql`${review.ratting} between 0 and 5`),
  ],
);
