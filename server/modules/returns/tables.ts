import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { resolutions, returnKinds, returnStates, wishes } from "#contract/rules/returns.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import { doneAt, idColumn } from "#server/platform/database/columns.ts";

export const returnNumbers = pgSequence("return_numbers");

export const returns = pgTable(
  "returns",
  {
    id: idColumn(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    number: bigint("number", { mode: "number" }).notNull().default(sql`nextval('return_numbers')`),
    kind: text("kind", { enum: returnKinds }).notNull().default("return"),
    state: text("state", { enum: returnStates }).notNull().default("requested"),
    free: boolean("free").notNull(),
    because: text("because").notNull().default(""),
    /** Null where somebody withdrew without an account. */
    byUser: uuid("by_user"),
    requestKey: uuid("request_key").notNull(),
    requestedAt: doneAt("requested_at"),
    closedAt: timestamp("closed_at", { withTimezone: true }),
    refundId: uuid("refund_id"),
    version: integer("version").notNull().default(1),
    /** Customer, parts and notes, in small letters. Triggers keep it. */
    words: text("words").notNull().default(""),
  },
  (row) => [
    index("returns_by_words").using("gin", sql`${row.words} gin_trgm_ops`),
    uniqueIndex("returns_number").on(row.number),
    uniqueIndex("returns_request").on(row.requestKey),
    index("returns_of_order").on(row.orderId),
    index("returns_open")
      .on(row.id)
      .where(sql`${row.state} in ('requested', 'received', 'inspected')`),
    check(
      "returns_state_known",
      sql`${row.kind} in ('return', 'withdrawal', 'core')
        and ${row.state} in ('requested', 'approved', 'refused', 'cancelled', 'received',
          'inspected', 'closed')
        and (${row.state} = 'closed') = (${row.closedAt} is not null)
        and (${row.state} = 'refused') = (${row.because} <> '')
        and (${row.refundId} is null or ${row.state} = 'closed')`,
    ),
    check("returns_bounded", sql`length(${row.because}) <= 500 and ${row.version} > 0`),
  ],
);

export const returnLines = pgTable(
  "return_lines",
  {
    returnId: uuid("return_id")
      .notNull()
      .references(() => returns.id),
    orderLineId: uuid("order_line_id")
      .notNull()
      .references(() => orderLines.id),
    quantity: integer("quantity").notNull(),
    reason: text("reason").notNull(),
    /** What the customer would like: the shop decides. */
    wants: text("wants", { enum: wishes }),
    note: text("note").notNull().default(""),
    received: integer("received").notNull().default(0),
    restocked: integer("restocked").notNull().default(0),
    scrapped: integer("scrapped").notNull().default(0),
    condition: text("condition"),
    resolution: text("resolution", { enum: resolutions }),
    deductCents: bigint("deduct_cents", { mode: "number" }).notNull().default(0),
  },
  (row) => [
    primaryKey({ columns: [row.returnId, row.orderLineId] }),
    index("return_lines_of_line").on(row.orderLineId),
    check(
      "return_lines_pieces",
      sql`${row.quantity} > 0 and ${row.received} between 0 and ${row.quantity}
        and ${row.restocked} >= 0 and ${row.scrapped} >= 0
        and ${row.restocked} + ${row.scrapped} <= ${row.received} and ${row.deductCents} >= 0`,
    ),
    check(
      "return_lines_known",
      sql`${row.reason} in ('does_not_fit', 'wrong_part', 'damaged', 'defective', 'not_needed',
          'withdrawal', 'core')
        and ${row.condition} in ('new', 'opened', 'used', 'damaged', 'incomplete')
        and ${row.resolution} in ('refund', 'replace', 'refuse')
        and length(${row.note}) <= 500`,
    ),
    check(
      "return_lines_wants",
      sql`${row.wants} is null or ${row.wants} in ('refund', 'replace')
        and ${row.reason} in ('wrong_part', 'damaged', 'defective')`,
    ),
  ],
);

/** `restored`: a refund failed; `reopened`: a refund after the deposit was forfeited. */
export const coreKinds = [
  ...(["charged", "received", "refunded"] as const),
  ...(["restored", "forfeited", "reopened"] as const),
] as const;

/** Append-only. Triggers write what orders and refunds do to a deposit. */
export const coreMovements = pgTable(
  "core_movements",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    orderLineId: uuid("order_line_id")
      .notNull()
      .references(() => orderLines.id),
    kind: text("kind", { enum: coreKinds }).notNull(),
    quantity: integer("quantity").notNull(),
    cents: bigint("cents", { mode: "number" }).notNull(),
    /** Of an order, a return or a refund: each cause acts once. */
    sourceId: uuid("source_id").notNull(),
    at: doneAt("at"),
  },
  (row) => [
    uniqueIndex("core_movements_once").on(row.orderLineId, row.kind, row.sourceId),
    index("core_movements_of_source").on(row.sourceId),
    check(
      "core_movements_known",
      sql`${row.kind} in ('charged', 'received', 'refunded', 'restored', 'forfeited', 'reopened')
        and ${row.quantity} >= 0 and ${row.cents} >= 0
        and (${row.kind} <> 'received' or ${row.cents} = 0)`,
    ),
  ],
);
