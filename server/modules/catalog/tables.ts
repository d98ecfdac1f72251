import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
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
    availablQuantity: integer("availabl_quantity").notNull(),
    priceCents: bigint("price_cents", { mode: "number" }).notNull(),
    createdAt: createdAt(),
  },
  (part) => [
    uniqueIndex("parts_position").on(part.position),
    // Pieces of three letters, so that a search for what is rare need not read all names.
    index("parts_by_name").using("gin", sql`lower(${part.name}) gin_trgm_ops`),
    check("parts_name_present", sql`${part.name} ~ '[^[:space:]]' and length(${part.name}) <= 200`),
    check("parts_description_bounded", sql`length(${part.description}) <= 4000`),
    check("parts_minimum_not_negative", sql`${part.minimumQuantity} >= 0`),
    check("parts_stock_not_negative", sql`${part.availablQuantity} >= 0`),
    check("parts_price_positive", sql`${part.priceCents} between 1 and 1000000000`),
  ],
);

/**
 * Every change of a part's stock, with its reason. Written by a trigger on `parts`, so that none
 * can be forgotten; whoever changes stock says why in `shop.movement` of its transaction.
 */
export const stockMovements = pgTable(
  "stock_movements",
  {
    position: bigint("position", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    partId: uuid("part_id").notNull(),
    change: integer("change").notNull(),
    /** What was there then. */
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
    // What somebody must still account for.
    index("stock_movements_by_hand")
      .on(movement.position)
      .where(sql`${movement.reason} = 'by hand'`),
  ],
);
