import { and, eq, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { lockStock, moveStock } from "./change-stock.ts";
import {
  listShelfKits,
  listShelfLines,
  type ReservationLine,
  type ShelfLine,
} from "./shelf-parts.ts";
import { movements, reservations } from "./tables.ts";

/** The cause (a shipment, a return, a correction): the same once more is refused by the database. */
type Cause = { sourceId: string; byUser: string | null; note?: string };

export async function shipReserved(
  tx: Queries,
  sold: readonly ReservationLine[],
  cause: Cause,
): Promise<void> {
  const lines = await shrinkReservations(tx, sold);
  await moveStock(
    tx,
    lines.map(({ orderLineId, partId, quantity }) => ({
      ...cause,
      orderLineId,
      partId,
      reason: "ship",
      onHandChange: -quantity,
      reservedChange: -quantity,
    })),
  );
}

export async function releasePieces(
  tx: Queries,
  sold: readonly ReservationLine[],
  cause: Cause,
): Promise<void> {
  const lines = await shrinkReservations(tx, sold);
  await moveStock(
    tx,
    lines.map(({ orderLineId, partId, quantity }) => ({
      ...cause,
      orderLineId,
      partId,
      reason: "release",
      reservedChange: -quantity,
    })),
  );
}

async function shrinkReservations(
  tx: Queries,
  sold: readonly ReservationLine[],
): Promise<ShelfLine[]> {
  const lines = await listShelfLines(tx, sold);
  await lockStock(
    tx,
    lines.map(({ partId }) => partId),
  );
  for (const { orderLineId, partId, quantity } of lines) {
    const line = and(eq(reservations.orderLineId, orderLineId), eq(reservations.partId, partId));
    const rest = sql`${reservations.quantity} - ${quantity}::int`;
    const gone = await tx
      .delete(reservations)
      .where(and(line, eq(reservations.state, "allocated"), sql`${rest} = 0`))
      .returning({ partId: reservations.partId });
    if (gone.length > 0) continue;
    const shrunk = await tx
      .update(reservations)
      .set({ quantity: rest })
      .where(and(line, eq(reservations.state, "allocated"), sql`${rest} > 0`))
      .returning({ partId: reservations.partId });
    if (shrunk.length === 0) throw new Error(`Line ${orderLineId} has not reserved ${quantity}`);
  }
  return lines;
}

/** All pieces that came back, and how many of them are written off at once. */
type ReturnedLine = ReservationLine & { scrapped?: number };

/** Nothing is moved, and the order line returned, if pieces would come to a kit that has no stock of its own any more. */
export async function restock(
  tx: Queries,
  sold: readonly ReturnedLine[],
  cause: Cause,
): Promise<string | undefined> {
  const lines = await listShelfLines(tx, sold);
  await lockStock(
    tx,
    lines.map(({ partId }) => partId),
  );
  const kept = lines.filter(
    ({ quantity, perPiece, scrapped = 0 }) => quantity > scrapped * perPiece,
  );
  const shelfKits = await listShelfKits(
    tx,
    kept.map(({ partId }) => partId),
  );
  const refused = kept.find(({ partId }) => shelfKits.has(partId));
  if (refused) return refused.orderLineId;
  await moveStock(
    tx,
    lines.flatMap(({ orderLineId, partId, quantity, perPiece, scrapped = 0 }) => {
      const line = { ...cause, orderLineId, partId };
      const lost = { ...line, reason: "scrap", onHandChange: -scrapped * perPiece };
      return [
        { ...line, reason: "return", onHandChange: quantity },
        ...(scrapped > 0 ? [lost] : []),
      ];
    }),
  );
  return undefined;
}

export type Correction = {
  partId: string;
  reason: "receive" | "return" | "scrap" | "count" | "edit";
} & ({ change: number } | { counted: number });

/** The stock before, and the change; `isCovered` is false, and nothing stored, below what is reserved. */
export type Corrected = { onHand: number; reserved: number; change: number; isCovered: boolean };

export async function correctStock(
  tx: Queries,
  correction: Correction,
  cause: Cause,
): Promise<Corrected> {
  const { partId, reason } = correction;
  const row = (await lockStock(tx, [partId])).get(partId);
  if (!row) throw new Error(`Part ${partId} has no stock row`);
  const { onHand, reserved } = row;
  const change = "counted" in correction ? correction.counted - onHand : correction.change;
  const isCovered = onHand + change >= reserved;
  if (isCovered && change !== 0) {
    await moveStock(tx, [{ ...cause, partId, reason, onHandChange: change }]);
  }
  return { onHand, reserved, change, isCovered };
}

export async function hasMoved(tx: Queries, partId: string, sourceId: string): Promise<boolean> {
  const found = await tx
    .select({ id: movements.id })
    .from(movements)
    .where(and(eq(movements.partId, partId), eq(movements.sourceId, sourceId)))
    .limit(1);
  return found.length > 0;
}
