import { and, eq, sql } from "drizzle-orm";
import { deriveFulfilment } from "#contract/rules/fulfilment.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { LockedOrder } from "./move-order.ts";
import { orderLines, orders } from "./tables.ts";

const counters = {
  returned: orderLines.returned,
  replaced: orderLines.replaced,
  lost: orderLines.lost,
};
type Counter = keyof typeof counters;
type Pieces = { orderLineId: string; quantity: number };

/** The caller locks the order. More than was shipped is refused by the database. */
export async function countReturned(
  tx: Queries,
  { id, lines, fulfilmentState }: LockedOrder,
  counter: Counter,
  pieces: readonly Pieces[],
): Promise<void> {
  const after = new Map(lines.map((line) => [line.id, { ...line }]));
  for (const { orderLineId, quantity } of pieces) {
    const changed = await tx
      .update(orderLines)
      .set({ [counter]: sql`${counters[counter]} + ${quantity}::int` })
      .where(and(eq(orderLines.id, orderLineId), eq(orderLines.orderId, id)))
      .returning();
    const [line] = changed;
    if (!line) throw new Error(`Order ${id} has no line ${orderLineId}`);
    after.set(orderLineId, line);
  }
  const delivered = fulfilmentState === "delivered" ? Number.POSITIVE_INFINITY : 0;
  const state = deriveFulfilment([...after.values()], { packed: 0, delivered });
  await tx.update(orders).set({ fulfilmentState: state }).where(eq(orders.id, id));
}
