import { and, eq, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { lockStock, moveStock } from "./change-stock.ts";
import type { ReservationLine } from "./reserve.ts";
import { reservations } from "./tables.ts";

/** The cause (a shipment, a return, a correction): the same once more is refused by the database. */
type Cause = { sourceId: string; byUser: string | null; note?: string };

/** Reserved pieces leave the works. The order is locked by the caller. */
export async function shipReserved(
  tx: Queries,
  lines: readonly ReservationLine[],
  cause: Cause,
): Promise<void> {
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
  await moveStock(
    tx,
    lines.map(({ quantity, ...line }) => ({
      ...{ ...cause, ...line, reason: "ship" },
      ...{ onHandChange: -quantity, reservedChange: -quantity },
    })),
  );
}

/** Pieces that came back and can be sold again. */
export async function restock(
  tx: Queries,
  lines: readonly ReservationLine[],
  cause: Cause,
): Promise<void> {
  await lockStock(
    tx,
    lines.map(({ partId }) => partId),
  );
  await moveStock(
    tx,
    lines.map(({ quantity, ...line }) => ({
      ...{ ...cause, ...line, reason: "return", onHandChange: quantity },
    })),
  );
}

export type Correction = { partId: string; reason: "receive" | "scrap" | "count" | "edit" } & (
  | { change: number }
  | { counted: number }
);

/** What is short where a count would leave less than is reserved; then nothing is stored. */
export async function correctStock(
  tx: Queries,
  correction: Correction,
  cause: Cause,
): Promise<{ reserved: number } | undefined> {
  const { partId, reason } = correction;
  const row = (await lockStock(tx, [partId])).get(partId);
  if (!row) throw new Error(`Part ${partId} has no stock row`);
  const onHandChange =
    "counted" in correction ? correction.counted - row.onHand : correction.change;
  if (row.onHand + onHandChange < row.reserved) return { reserved: row.reserved };
  if (onHandChange !== 0) await moveStock(tx, [{ ...cause, partId, reason, onHandChange }]);
  return undefined;
}
