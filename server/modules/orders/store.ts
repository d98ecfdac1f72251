import { and, eq, getTableColumns } from "drizzle-orm";
import type { Order } from "#contract/orders.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { OrderState } from "#contract/rules/order-states.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { orders } from "./tables.ts";

const { id, name, email, phone, address, productName, quantity } = getTableColumns(orders);
const { priceCents, totalCents, state, transactionId, partId, createdAt } = getTableColumns(orders);

export const orderColumns = {
  ...{ id, name, email, phone, address, productName, quantity },
  ...{ priceCents, totalCents, state, transactionId, partId, createdAt },
};
export type OrderColumns = Pick<typeof orders.$inferSelect, keyof typeof orderColumns>;

export function present(row: OrderColumns): Order {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    productName: row.productName,
    quantity: row.quantity,
    totalPrice: toDollars(row.totalCents),
    paid: row.state === "paid",
    ...(row.transactionId !== null && { transactionId: row.transactionId }),
    // A constraint of the table holds it to these.
    state: row.state as OrderState,
    part: row.partId,
    price: toDollars(row.priceCents),
    orderedAt: row.createdAt.toISOString(),
  };
}

export async function findOrder(
  db: Queries,
  id: string,
  userId?: string,
): Promise<Order | undefined> {
  const [row] = await db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.id, id), ownedBy(userId)));
  return row && present(row);
}

export async function findOrderByKey(
  db: Queries,
  { userId, key }: { userId: string; key: string },
): Promise<(OrderColumns & { requestHash: Buffer }) | undefined> {
  const [row] = await db
    .select({ ...orderColumns, requestHash: orders.requestHash })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.requestKey, key)));
  return row;
}

export function ownedBy(userId: string | undefined) {
  return userId === undefined ? undefined : eq(orders.userId, userId);
}
