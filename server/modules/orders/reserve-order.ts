import { and, eq, sql } from "drizzle-orm";
import {
  type Hold,
  keepReserved,
  type ReservationLine,
  renewReservations,
  type Shortage,
} from "#server/modules/inventory/reserve.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import type { OrderRow } from "./move-order.ts";
import { orderLines, orders } from "./tables.ts";

type Line = ReservationLine & { name: string };

/**
 * Sees to it that the order, locked by the caller, has its stock: keeps what is reserved and reserves
 * again what has expired. The price stays, and the rule for new orders does not apply. Returns what
 * is short; then nothing new is reserved.
 */
export async function reserveOrder(
  tx: Queries,
  { id, userId }: OrderRow,
  hold: Hold,
): Promise<(Shortage & { name: string })[]> {
  const [lines, kept] = await pipeline(findLines(tx, id), renewReservations(tx, id, hold));
  const shortages = lines.every(({ orderLineId }) => kept.has(orderLineId))
    ? []
    : // Whose network counted when the order was placed.
      await keepReserved(tx, { orderId: id, userId, network: "", lines }, hold);
  if (shortages.length === 0 && hold.expiresAt) await storeHold(tx, id, hold.expiresAt);
  return shortages.map((shortage) => ({
    ...shortage,
    name: lines.find(({ partId }) => partId === shortage.partId)?.name ?? "",
  }));
}

/** What is still to be shipped. */
async function findLines(tx: Queries, orderId: string): Promise<Line[]> {
  const { id, partId, name, quantity, cancelled, shipped, replaced } = orderLines;
  const left = sql<number>`${quantity} - ${cancelled} - ${shipped} + ${replaced}`;
  const rows = await tx
    .select({ orderLineId: id, partId, name, quantity: left })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.kind, "part"), sql`${left} > 0`));
  return rows.map(({ partId, ...line }) => ({ ...line, partId: partId ?? "" }));
}

async function storeHold(tx: Queries, id: string, expiresAt: Date): Promise<void> {
  const until = sql`greatest(${orders.holdUntil}, ${expiresAt.toISOString()}::timestamptz)`;
  await tx.update(orders).set({ holdUntil: until }).where(eq(orders.id, id));
}
