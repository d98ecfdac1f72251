import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Order } from "#contract/orders.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { OrderState } from "#contract/rules/order-states.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { orderLines, orders } from "./tables.ts";

const { id, name, email, phone, address, productName, quantity } = getTableColumns(orders);
const { priceCents, totalCents, state, transactionId, partId, createdAt, holdUntil } =
  getTableColumns(orders);

export const orderColumns = {
  ...{ id, name, email, phone, address, productName, quantity },
  ...{ priceCents, totalCents, state, transactionId, partId, createdAt, holdUntil },
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
    ...(row.state === "unpaid" &&
      isAhead(row.holdUntil) && { heldUntil: row.holdUntil.toISOString() }),
  };
}

function isAhead(time: Date | null): time is Date {
  return time !== null && time.getTime() > Date.now();
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

/** What was returned to the customer, of the order and of its lines. */
export async function addRefunded(
  tx: Queries,
  orderId: string,
  cents: number,
  lines: readonly { lineId: string; cents: number }[] = [],
): Promise<void> {
  await tx
    .update(orders)
    .set({ refundedCents: sql`${orders.refundedCents} + ${cents}` })
    .where(eq(orders.id, orderId));
  for (const line of lines) {
    const [changed] = await tx
      .update(orderLines)
      .set({ refundedCents: sql`${orderLines.refundedCents} + ${line.cents}` })
      .where(and(eq(orderLines.id, line.lineId), eq(orderLines.orderId, orderId)))
      .returning({ id: orderLines.id });
    if (!changed) throw new Error(`Order ${orderId} has no line ${line.lineId}`);
  }
}
