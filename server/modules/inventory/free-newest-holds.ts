import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { Conflict } from "#server/platform/database/transaction.ts";
import { moveStock } from "./change-stock.ts";
import { reservations, stock } from "./tables.ts";

const isNotBeingPaid = sql`not exists (select from orders
  where orders.id = ${reservations.orderId} and payment_state = 'processing')`;

const isHeld = eq(reservations.state, "held");

type Cause = { sourceId: string; byUser: string; note: string };
export type FreedHold = { orderId: string; quantity: number };

/** Orders that a count of so many pieces could take from. They are locked before the stock. */
export async function listHolders(tx: Queries, partId: string, onHand: number): Promise<string[]> {
  const rows = await tx
    .select({ orderId: reservations.orderId })
    .from(reservations)
    .innerJoin(stock, eq(stock.partId, reservations.partId))
    .where(and(eq(stock.partId, partId), gt(stock.reserved, onHand), isHeld))
    .groupBy(reservations.orderId);
  return rows.map(({ orderId }) => orderId);
}

type Need = { partId: string; pieces: number; lockedOrders: readonly string[] };

/** Of orders that nobody is paying, until so many pieces are free; or none, if all are too few. The stock is locked by the caller. */
export async function freeNewestHolds(
  tx: Queries,
  { partId, pieces, lockedOrders }: Need,
  cause: Cause,
): Promise<FreedHold[] | undefined> {
  const { orderLineId, orderId, quantity } = reservations;
  const isOfPart = eq(reservations.partId, partId);
  const held = await tx
    .select({ orderLineId, orderId, quantity })
    .from(reservations)
    .where(and(isOfPart, isHeld, isNotBeingPaid))
    .orderBy(desc(orderId))
    .for("update");
  let freed = 0;
  const newest = held.filter((hold) => {
    const isNeeded = freed < pieces;
    if (isNeeded) freed += hold.quantity;
    return isNeeded;
  });
  if (freed < pieces) return undefined;
  if (!newest.every((hold) => lockedOrders.includes(hold.orderId))) {
    throw new Conflict("An order was placed before the stock was locked");
  }
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

export async function listAllocated(tx: Queries, partId: string): Promise<string[]> {
  const rows = await tx
    .select({ orderId: reservations.orderId })
    .from(reservations)
    .where(and(eq(reservations.partId, partId), eq(reservations.state, "allocated")))
    .groupBy(reservations.orderId)
    .orderBy(reservations.orderId);
  return rows.map(({ orderId }) => orderId);
}
