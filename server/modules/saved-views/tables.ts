import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "#server/modules/customers/tables.ts";
import { doneAt, idColumn } from "#server/platform/database/columns.ts";

export const savedViews = pgTable(
  "saved_views",
  {
    id: idColumn(),
    /** Null once the account of who shared it is deleted: a trigger on users keeps what is shared. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    list: text("list").notNull(),
    name: text("name").notNull(),
    params: jsonb("params").$type<Record<string, string>>().notNull(),
    columns: jsonb("columns").$type<string[]>().notNull(),
    shared: boolean("shared").notNull(),
    createdAt: doneAt("created_at"),
  },
  (view) => [
    unique("saved_views_name").on(view.userId, view.list, view.name),
    index("saved_views_shared").on(view.list).where(sql`${view.shared}`),
    check("saved_views_owned", sql`${view.userId} is not null or ${view.shared}`),
    check("saved_views_bounded", sql`length(${view.name}) between 1 and 40`),
  ],
);
