import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#server/modules/customers/tables.ts";
import { orders } from "#server/modules/orders/tables.ts";

export const discountUses = pgTable(
  "discount_uses",
  {
    discount: text("discount").notNull(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
  },
  (use) => [
    primaryKey({ columns: [use.discount, use.orderId] }),
    index("discount_uses_of_order").on(use.orderId),
    index("discount_uses_of_user").on(use.userId),
  ],
);
