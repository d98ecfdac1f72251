import { sql } from "drizzle-orm";
import {
  check,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { shipmentStates } from "#contract/rules/fulfilment.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import { doneAt, idColumn } from "#server/platform/database/columns.ts";

/** Parcels. Orders from before there were shipments may be delivered without any. */
export const shipments = pgTable(
  "shipments",
  {
    id: idColumn(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    parcel: smallint("parcel").notNull(),
    requestKey: uuid("request_key").notNull(),
    state: text("state", { enum: shipmentStates }).notNull(),
    carrier: text("carrier").notNull().default(""),
    tracking: text("tracking").notNull().default(""),
    trackingUrl: text("tracking_url").notNull().default(""),
    /** Of an order that is collected at the works: the parcel is handed out for it. */
    collectionCode: text("collection_code"),
    byUser: uuid("by_user"),
    packedAt: doneAt("packed_at"),
    shippedAt: timestamp("shipped_at", { withTimezone: true }),
    deliveredAt: timestamp("delivered_at", { withTimezone: true }),
  },
  (row) => [
    uniqueIndex("shipments_of_order").on(row.orderId, row.parcel),
    uniqueIndex("shipments_request").on(row.orderId, row.requestKey),
    check(
      "shipments_state_known",
      sql`${row.parcel} > 0 and ${row.state} in ('packed', 'shipped', 'delivered', 'void')
        and (${row.state} in ('shipped', 'delivered')) = (${row.shippedAt} is not null)
        and (${row.state} = 'delivered') = (${row.deliveredAt} is not null)`,
    ),
    check(
      "shipments_bounded",
      sql`length(${row.carrier}) <= 100 and length(${row.tracking}) <= 100
        and length(${row.trackingUrl}) <= 500`,
    ),
  ],
);

export const shipmentLines = pgTable(
  "shipment_lines",
  {
    shipmentId: uuid("shipment_id")
      .notNull()
      .references(() => shipments.id),
    orderLineId: uuid("order_line_id")
      .notNull()
      .references(() => orderLines.id),
    quantity: integer("quantity").notNull(),
    lost: integer("lost").notNull().default(0),
  },
  (row) => [
    primaryKey({ columns: [row.orderLineId, row.shipmentId] }),
    check("shipment_lines_quantity_positive", sql`${row.quantity} > 0`),
    check("shipment_lines_lost", sql`${row.lost} between 0 and ${row.quantity}`),
  ],
);
