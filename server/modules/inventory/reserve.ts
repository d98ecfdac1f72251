import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { type Database, inTransaction, type Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { lockStock, type Movement, moveStock, type StockRow } from "./change-stock.ts";
import { reservations } from "./tables.ts";

export type ReservationLine = { orderLineId: string; partId: string; quantity: number };
export type ReservationInput = {
  orderId: string;
  userId: string | null;
  network: string;
  lines: readonly ReservationLine[];
};
/** Unpaid orders hold until a time; paid ones until they are shipped. */
export type Hold = { state: "held"; expiresAt: Date } | { state: "allocated"; expiresAt: null };
export type Shortage = { partId: string; available: number };

/** Locks the stock of the parts, after what expired holds still keep of it has been freed. */
export async function lockAvailableStock(
  tx: Queries,
  partIds: readonly string[],
): Promise<Map<string, StockRow>> {
  const locked = await lockStock(tx, partIds);
  const due = await tx
    .delete(reservations)
    .where(and(inArray(reservations.partId, [...partIds]), isDue))
    .returning();
  if (due.length === 0) return locked;
  await moveStock(
    tx,
    due.map((row) => releaseOf(row, "expire")),
  );
  return lockStock(tx, partIds);
}

/** Reserves all lines, or none and says which parts are short. The stock is locked by the caller. */
export async function reserve(
  tx: Queries,
  stock: Map<string, StockRow>,
  { lines, ...order }: ReservationInput,
  hold: Hold,
): Promise<Shortage[]> {
  const shortages = findShortages(stock, lines);
  if (shortages.length > 0 || lines.length === 0) return shortages;
  await tx.insert(reservations).values(lines.map((line) => ({ ...order, ...hold, ...line })));
  const cause = { sourceId: newId(), byUser: order.userId, reason: "reserve" };
  await moveStock(
    tx,
    lines.map(({ quantity, ...line }) => ({ ...cause, ...line, reservedChange: quantity })),
  );
  return [];
}

/**
 * Sees to it that every line is reserved as `hold` says: keeps what is still reserved, and reserves
 * again what has expired. The order is locked by the caller.
 */
export async function keepReserved(
  tx: Queries,
  { lines, ...order }: ReservationInput,
  hold: Hold,
): Promise<Shortage[]> {
  // Stock is always locked before its reservations.
  const stock = await lockAvailableStock(
    tx,
    lines.map(({ partId }) => partId),
  );
  const kept = await tx
    .update(reservations)
    .set({
      state: hold.state,
      expiresAt:
        hold.expiresAt &&
        sql`greatest(${reservations.expiresAt}, ${hold.expiresAt.toISOString()}::timestamptz)`,
    })
    .where(eq(reservations.orderId, order.orderId))
    .returning({ orderLineId: reservations.orderLineId });
  const keptIds = new Set(kept.map(({ orderLineId }) => orderLineId));
  const missing = lines.filter(({ orderLineId }) => !keptIds.has(orderLineId));
  return reserve(tx, stock, { ...order, lines: missing }, hold);
}

function findShortages(
  stock: Map<string, StockRow>,
  lines: readonly ReservationLine[],
): Shortage[] {
  const wanted = new Map<string, number>();
  for (const { partId, quantity } of lines)
    wanted.set(partId, (wanted.get(partId) ?? 0) + quantity);
  return [...wanted].flatMap(([partId, quantity]) => {
    const available = stock.get(partId)?.available ?? 0;
    return quantity > available ? [{ partId, available }] : [];
  });
}

/** Frees what an order has reserved. The order is locked by the caller. */
export async function releaseOrder(
  tx: Queries,
  orderId: string,
  byUser: string | null,
): Promise<void> {
  const reserved = await tx
    .select({ partId: reservations.partId })
    .from(reservations)
    .where(eq(reservations.orderId, orderId));
  if (reserved.length === 0) return;
  await lockStock(
    tx,
    reserved.map(({ partId }) => partId),
  );
  const released = await tx
    .delete(reservations)
    .where(eq(reservations.orderId, orderId))
    .returning();
  await moveStock(
    tx,
    released.map((row) => ({ ...releaseOf(row, "release"), byUser })),
  );
}

const expiryBatch = 200;

/** Frees some of the holds that are due, and returns of how many parts. */
export async function expireHolds(db: Database): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Not locked: stock is always locked before its reservations.
    const due = await tx
      .selectDistinct({ partId: reservations.partId })
      .from(reservations)
      .where(isDue)
      .limit(expiryBatch);
    if (due.length > 0)
      await lockAvailableStock(
        tx,
        due.map(({ partId }) => partId),
      );
    return due.length;
  });
}

const isDue = and(
  eq(reservations.state, "held"),
  lte(reservations.expiresAt, sql`clock_timestamp()`),
);

const releaseOf = (
  { partId, orderLineId, quantity }: typeof reservations.$inferSelect,
  reason: "release" | "expire",
): Movement => ({
  ...{ partId, orderLineId, reason },
  ...{ sourceId: newId(), reservedChange: -quantity },
});
