import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { doneAt } from "#server/platform/database/columns.ts";

/** Pieces of each part. Changed only by this module, each time with a movement. */
export const stock = pgTable(
  "stock",
  {
    partId: uuid("part_id").primaryKey(),
    onHand: integer("on_hand").notNull(),
    reserved: integer("reserved").notNull().default(0),
    /** What can be ordered now: `availablQuantity` of the contract. */
    available: integer("available").notNull().generatedAlwaysAs(sql`on_hand - reserved`),
  },
  (row) => [check("stock_reserved_in_bounds", sql`${row.reserved} between 0 and ${row.onHand}`)],
);

export const reservationStates = ["held", "allocated"] as const;

/** Pieces that an order line holds: until a time while it is unpaid, then until they are shipped. */
export const reservations = pgTable(
  "reservations",
  {
    orderLineId: uuid("order_line_id").notNull(),
    orderId: uuid("order_id").notNull(),
    partId: uuid("part_id").notNull(),
    quantity: integer("quantity").notNull(),
    state: text("state", { enum: reservationStates }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    userId: uuid("user_id"),
    network: text("network").notNull(),
    /** The widest around it that is counted. */
    wideNetwork: text("wide_network").notNull().default(""),
  },
  (row) => [
    primaryKey({ columns: [row.orderLineId, row.partId] }),
    index("reservations_order").on(row.orderId),
    index("reservations_part").on(row.partId, row.expiresAt),
    index("reservations_due").on(row.expiresAt).where(sql`${row.state} = 'held'`),
    index("reservations_user").on(row.userId).where(sql`${row.state} = 'held'`),
    index("reservations_network").on(row.network).where(sql`${row.state} = 'held'`),
    index("reservations_wide_network").on(row.wideNetwork).where(sql`${row.state} = 'held'`),
    check("reservations_quantity_positive", sql`${row.quantity} > 0`),
    check("reservations_state_known", sql`${row.state} in ('held', 'allocated')`),
    check(
      "reservations_held_expire",
      sql`(${row.state} = 'held') = (${row.expiresAt} is not null)`,
    ),
  ],
);

/** What one piece of an order line takes from the shelf, if it is a kit. A trigger writes it with the line. */
export const lineComponents = pgTable(
  "line_components",
  {
    orderLineId: uuid("order_line_id").notNull(),
    partId: uuid("part_id").notNull(),
    quantity: integer("quantity").notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.orderLineId, row.partId] }),
    check("line_components_quantity", sql`${row.quantity} > 0`),
  ],
);

export const movementReasons = [
  "opening",
  "reserve",
  "release",
  "expire",
  "ship",
  "return",
  "scrap",
  "count",
  "receive",
  "edit",
] as const;

/** Every change of stock. Rows are never changed; their sums are the numbers in `stock`. */
export const movements = pgTable(
  "inventory_movements",
  {
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    partId: uuid("part_id").notNull(),
    reason: text("reason").notNull(),
    onHandChange: integer("on_hand_change").notNull().default(0),
    reservedChange: integer("reserved_change").notNull().default(0),
    orderLineId: uuid("order_line_id"),
    /** What caused it: an order, a shipment, a return, a correction. One cause acts once. */
    sourceId: uuid("source_id").notNull(),
    byUser: uuid("by_user"),
    note: text("note").notNull().default(""),
    createdAt: doneAt("created_at"),
  },
  (row) => [
    index("inventory_movements_part").on(row.partId, row.id),
    index("inventory_movements_line").on(row.orderLineId),
    index("inventory_movements_lapsed")
      .on(row.byUser, row.partId)
      .where(sql`${row.reason} = 'expire'`),
    uniqueIndex("inventory_movements_cause").on(
      row.sourceId,
      row.orderLineId,
      row.partId,
      row.reason,
    ),
    check(
      "inventory_movements_change",
      sql`${row.onHandChange} <> 0 or ${row.reservedChange} <> 0 or ${row.reason} = 'opening'`,
    ),
    check(
      "inventory_movements_signs",
      sql`case ${row.reason}
        when 'reserve' then ${row.reservedChange} > 0 and ${row.onHandChange} = 0
        when 'release' then ${row.reservedChange} < 0 and ${row.onHandChange} = 0
        when 'expire' then ${row.reservedChange} < 0 and ${row.onHandChange} = 0
        when 'ship' then ${row.reservedChange} = ${row.onHandChange} and ${row.onHandChange} < 0
        when 'return' then ${row.onHandChange} > 0 and ${row.reservedChange} = 0
        when 'receive' then ${row.onHandChange} > 0 and ${row.reservedChange} = 0
        when 'scrap' then ${row.onHandChange} < 0 and ${row.reservedChange} = 0
        when 'opening' then ${row.onHandChange} >= 0 and ${row.reservedChange} >= 0
        else ${row.reason} in ('count', 'edit') and ${row.reservedChange} = 0 end`,
    ),
  ],
);
