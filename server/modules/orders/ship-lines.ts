import { and, eq, sql } from "drizzle-orm";
import type { FulfilmentState } from "#contract/rules/order-states.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { orderLines, orders } from "./tables.ts";

type Shipped = { orderLineId: string; quantity: number };

/** The caller locks the order. More than is left is refused by the database. */
export async function shipLines(
  tx: Queries,
  orderId: string,
  lines: readonly Shipped[],
): Promise<void> {
  for (const { orderLineId, quantity } of lines) {
    const shipped = await tx
      .update(orderLines)
      .set({ shipped: sql`${orderLines.shipped} + ${quantity}::int` })
      .where(and(eq(orderLines.id, orderLineId), eq(orderLines.orderId, orderId)))
      .returning({ id: orderLines.id });
    if (shipped.length !== 1) throw new Error(`Order ${orderId} has no line ${orderLineId}`);
  }
}

export async function storeFulfilment(
  tx: Queries,
  orderId: string,
  fulfilmentState: FulfilmentState,
): Promise<void> {
  await tx.update(orders).set({ fulfilmentState }).where(eq(orders.id, orderId));
}
