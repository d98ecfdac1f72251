import { and, eq, inArray } from "drizzle-orm";
import { refunds } from "#server/modules/refunds/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { losses, lossLines } from "./tables.ts";

export type LossRow = typeof losses.$inferSelect;
export type LostPiece = { orderLineId: string; quantity: number };
export type StoredLoss = LossRow & { lines: LostPiece[] };

type Which = { id: string } | { shipmentId: string; requestKey: string } | { orderId: string };

export async function findLosses(db: Queries, which: Which): Promise<StoredLoss[]> {
  const isIt =
    "orderId" in which
      ? eq(losses.orderId, which.orderId)
      : "id" in which
        ? eq(losses.id, which.id)
        : and(eq(losses.shipmentId, which.shipmentId), eq(losses.requestKey, which.requestKey));
  const rows = await db.select().from(losses).where(isIt).orderBy(losses.id);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const found = await db.select().from(lossLines).where(inArray(lossLines.lossId, ids));
  const lines = Map.groupBy(found, ({ lossId }) => lossId);
  return rows.map((row) => ({ ...row, lines: lines.get(row.id) ?? [] }));
}

export async function storeLoss(tx: Queries, { lines, ...row }: StoredLoss): Promise<void> {
  await tx.insert(losses).values(row);
  await tx.insert(lossLines).values(lines.map((line) => ({ lossId: row.id, ...line })));
}

export async function readLossAmount(db: Queries, id: string): Promise<number> {
  const [row] = await db
    .select({ cents: refunds.amountCents })
    .from(losses)
    .innerJoin(refunds, eq(refunds.id, losses.refundId))
    .where(eq(losses.id, id));
  return row?.cents ?? 0;
}
