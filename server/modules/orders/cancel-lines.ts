import { and, eq, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { LockedOrder } from "./move-order.ts";
import { orderLines } from "./tables.ts";

type Pieces = { orderLineId: string; quantity: number };

/** The caller locks the order. More than is left to send is refused by the database. */
export async function cancelLines(
  tx: Queries,
  { id }: LockedOrder,
  pieces: readonly Pieces[],
): Promise<void> {
  for (const { orderLineId, quantity } of pieces) {
    const cancelled = await tx
      .update(orderLines)
      .set({ cancelled: sql`${orderLines.cancelled} + ${quantity}::int` })
      .where(and(eq(orderLines.id, orderLineId), eq(orderLines.orderId, id)))
      .returning({ id: orderLines.id });
    if (cancelled.length !== 1) throw new Error(`Order ${id} has no line ${orderLineId}`);
  }
}
