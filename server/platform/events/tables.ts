import { sql } from "drizzle-orm";
import {
  bigint,
  customType,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/** What changed, stored with the change itself. Ids rise, but not in the order of commits. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    name: text("name").notNull(),
    about: text("about").notNull(),
    tags: text("tags").array().notNull(),
    data: jsonb("data").notNull(),
    byUser: uuid("by_user"),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (event) => [index("outbox_order").on(event.xid, event.id), index("outbox_at").on(event.at)],
);

/** How far each consumer has come. It moves in the transaction of the consumer's effects. */
export const consumers = pgTable("event_consumers", {
  name: text("name").primaryKey(),
  xid: xid8("xid").notNull(),
  eventId: bigint("event_id", { mode: "number" }).notNull(),
});
