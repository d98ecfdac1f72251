import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { users } from "#server/modules/customers/tables.ts";
import { createdAt, positionColumn } from "#server/platform/database/columns.ts";

export const wishes = pgTable(
  "wishes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    partId: uuid("part_id").notNull(),
    position: positionColumn(),
    createdAt: createdAt(),
  },
  (wish) => [
    primaryKey({ columns: [wish.userId, wish.partId] }),
    index("wishes_newest").on(wish.userId, wish.position),
  ],
);
