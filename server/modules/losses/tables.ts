import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { lossResolutions } from "#contract/losses.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import { refunds } from "#server/modules/refunds/tables.ts";
import { shipments } from "#server/modules/shipments/tables.ts";
import { doneAt, idColumn } from "#server/platform/database/columns.ts";

/** What was sent and did not arrive. Rows are never changed. */
export const losses = pgTable(
  "losses",
  {
    id: idColumn(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    shipmentId: uuid("shipment_id")
      .notNull()
      .references(() => shipments.id),
    resolution: text("resolution", { enum: lossResolutions }).notNull(),
    refundId: uuid("refund_id").references(() => refunds.id),
    requestKey: uuid("request_key").notNull(),
    byUser: uuid("by_user"),
    at: doneAt("at"),
  },
  (row) => [
    uniqueIndex("losses_request").on(row.shipmentId, row.requestKey),
    index("losses_of_order").on(row.orderId),
    check(
      "losses_resolved",
      sql`${row.resolution} in ('replace', 'refund')
        and (${row.refundId} is null or ${row.resolution} = 'refund')`,
    ),
  ],
);

export const lossLines = pgTable(
  "loss_lines",
  {
    lossId: uuid("loss_id")
      .notNull()
      .references(() => losses.id),
    orderLineId: uuid("order_line_id")
      .notNull()
      .references(() => orderLines.id),
    quantity: integer("quantity").notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.lossId, row.orderLineId] }),
    index("loss_lines_of_line").on(row.orderLineId),
    check("loss_lines_quantity_positive", sql`${row.quantity} > 0`),
  ],
);
