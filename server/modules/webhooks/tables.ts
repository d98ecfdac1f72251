import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { deliveryStates } from "#contract/rules/webhooks.ts";
import { bytea, createdAt, idColumn, positionColumn } from "#server/platform/database/columns.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const webhookEndpoints = pgTable("webhook_endpoints", {
  id: idColumn(),
  name: text("name").notNull(),
  url: text("url").notNull(),
  kinds: text("kinds").array().notNull(),
  isOn: boolean("is_on").notNull().default(true),
  /** In the clear: a signature cannot be made with a hash. */
  secret: bytea("secret").notNull(),
  /** Signs as well, until its time is over. */
  previousSecret: bytea("previous_secret"),
  previousUntil: time("previous_until"),
  failingSince: time("failing_since"),
  disabledAt: time("disabled_at"),
  createdAt: createdAt(),
});

/** One message to one address. It says nothing of people. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: idColumn(),
    endpointId: uuid("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    position: positionColumn(),
    /** Null for a test. */
    eventId: bigint("event_id", { mode: "number" }),
    kind: text("kind").notNull(),
    /** The thing: messages about one are sent one after the other. */
    about: text("about").notNull(),
    body: text("body").notNull(),
    state: text("state", { enum: deliveryStates }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    nextTryAt: time("next_try_at").notNull().defaultNow(),
    lastTryAt: time("last_try_at"),
    status: integer("status"),
    durationMs: integer("duration_ms"),
    answer: text("answer").notNull().default(""),
    createdAt: createdAt(),
  },
  (row) => [
    uniqueIndex("webhook_deliveries_event").on(row.endpointId, row.eventId),
    index("webhook_deliveries_of_endpoint").on(row.endpointId, row.id),
    index("webhook_deliveries_waiting")
      .on(row.endpointId, row.about, row.position)
      .where(sql`${row.state} = 'waiting'`),
    index("webhook_deliveries_due").on(row.nextTryAt).where(sql`${row.state} = 'waiting'`),
    index("webhook_deliveries_failed").on(row.endpointId).where(sql`${row.state} = 'failed'`),
    index("webhook_deliveries_at").on(row.createdAt),
    check(
      "webhook_deliveries_bounded",
      sql`${row.state} in ('waiting', 'delivered', 'failed') and ${row.attempts} >= 0
        and length(${row.answer}) <= 1000`,
    ),
  ],
);
