import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { moveStock } from "./change-stock.ts";
import { reservations } from "./tables.ts";

const isNotBeingPaid = sql`not exists (select from orders
  where orders.id = ${reservations.orderId} and payment_state = 'processing')`;

type Cause = { sourceId: string; byUser: string; note: string };
export type FreedHold = { orderId: string; quantity: number };

/** Of orders that nobody is paying, until so many pieces are free; or none, if all are too few. The stock is locked by the caller. */
export async function freeNewestHolds(
  tx: Queries,
  { partId, pieces }: { partId: string; pieces: number },
  cause: Cause,
): Promise<FreedHold[] | undefined> {
  const { orderLineId, orderId, quantity, state } = reservations;
  const isOfPart = eq(reservations.partId, partId);
  const held = await tx
    .select({ orderLineId, orderId, quantity })
    .from(reservations)
    .where(and(isOfPart, eq(state, "held"), isNotBeingPaid))
    .orderBy(desc(orderId))
    .for("update");
  let freed = 0;
  const newest = held.filter((hold) => {
    const isNeeded = freed < pieces;
    if (isNeeded) freed += hold.quantity;
    return isNeeded;
  });
  if (freed < pieces) return undefined;
  const lines = newest.map((hold) => hold.orderLineId);
  await tx.delete(reservations).where(and(isOfPart, inArray(orderLineId, lines)));
  await moveStock(
    tx,
    newest.map((hold) => ({
      ...{ ...cause, partId, reason: "release", orderLineId: hold.orderLineId },
      reservedChange: -hold.quantity,
    })),
  );
  return newest;
}

/** Orders that are paid and wait for pieces of the part. */
export async function listAllocated(tx: Queries, partId: string): Promise<string[]> {
  const rows = await tx
    .select({ orderId: reservations.orderId })
    .from(reservations)
    .where(and(eq(reservations.partId, partId), eq(reservations.state, "allocated")))
    .groupBy(reservations.orderId)
    .orderBy(reservations.orderId);
  return rows.map(({ orderId }) => orderId);
}
