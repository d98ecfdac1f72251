import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, idColumn, positionColumn } from "#server/platform/database/columns.ts";

export const parts = pgTable(
  "parts",
  {
    id: idColumn(),
    position: positionColumn(),
    name: text("name").notNull(),
    img: text("img").notNull(),
    description: text("description").notNull(),
    minimumQuantity: integer("minimum_quantity").notNull(),
    /** Written by a trigger on the inventory's stock. */
    availablQuantity: integer("availabl_quantity").notNull(),
    priceCents: bigint("price_cents", { mode: "number" }).notNull(),
    createdAt: createdAt(),
    /** Then lists and pages no longer show it; orders still name it. */
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (part) => [
    uniqueIndex("parts_position").on(part.position),
    // Trigrams, so that a search for a rare word reads few rows.
    index("parts_by_name").using("gin", sql`lower(${part.name}) gin_trgm_ops`),
    check("parts_name_present", sql`${part.name} ~ '[^[:space:]]' and length(${part.name}) <= 200`),
    check("parts_description_bounded", sql`length(${part.description}) <= 4000`),
    check("parts_minimum_not_negative", sql`${part.minimumQuantity} >= 0`),
    check("parts_stock_not_negative", sql`${part.availablQuantity} >= 0`),
    check("parts_price_positive", sql`${part.priceCents} between 1 and 1000000000`),
  ],
);

/** Of the previous release. Goes with the next one, as does `parts.availabl_quantity`. */
export const stockMovements = pgTable(
  "stock_movements",
  {
    position: bigint("position", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    partId: uuid("part_id").notNull(),
    change: integer("change").notNull(),
    after: integer("after").notNull(),
    reason: text("reason").notNull(),
    orderId: uuid("order_id"),
    userId: uuid("user_id"),
    createdAt: createdAt(),
  },
  (movement) => [
    index("stock_movements_of_part").on(movement.partId, movement.position),
    // An order takes its stock once and gives it back once.
    uniqueIndex("stock_movements_of_order").on(movement.orderId, movement.reason),
    // Listed by the reconciliation until somebody gives a reason.
    index("stock_movements_by_hand")
      .on(movement.position)
      .where(sql`${movement.reason} = 'by hand'`),
  ],
);
