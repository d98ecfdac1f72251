import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Shipment } from "#contract/shipments.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { shipmentLines, shipments } from "./tables.ts";

export type ShipmentRow = typeof shipments.$inferSelect;
export type Piece = { orderLineId: string; quantity: number };
export type StoredShipment = ShipmentRow & { lines: (Piece & { lost: number })[] };

export function findShipments(db: Queries, orderId: string): Promise<StoredShipment[]> {
  return findShipmentsWhere(db, eq(shipments.orderId, orderId));
}

export async function findShipment(db: Queries, id: string): Promise<StoredShipment | undefined> {
  return (await findShipmentsWhere(db, eq(shipments.id, id)))[0];
}

export async function findShipmentsWhere(db: Queries, which: SQL): Promise<StoredShipment[]> {
  const rows = await db
    .select()
    .from(shipments)
    .where(which)
    .orderBy(shipments.orderId, shipments.parcel);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const found = await db
    .select()
    .from(shipmentLines)
    .where(inArray(shipmentLines.shipmentId, ids))
    .orderBy(shipmentLines.orderLineId);
  const lines = Map.groupBy(found, ({ shipmentId }) => shipmentId);
  return rows.map((row) => ({ ...row, lines: lines.get(row.id) ?? [] }));
}

export async function storeShipment(tx: Queries, { lines, ...row }: StoredShipment): Promise<void> {
  await tx.insert(shipments).values(row);
  await tx.insert(shipmentLines).values(lines.map((line) => ({ shipmentId: row.id, ...line })));
}

/** More than is in it is refused by the database. */
export async function countLost(
  tx: Queries,
  shipmentId: string,
  pieces: readonly Piece[],
): Promise<void> {
  for (const { orderLineId, quantity } of pieces) {
    const isIt = and(
      eq(shipmentLines.shipmentId, shipmentId),
      eq(shipmentLines.orderLineId, orderLineId),
    );
    const lost = sql`${shipmentLines.lost} + ${quantity}::int`;
    const counted = await tx.update(shipmentLines).set({ lost }).where(isIt).returning();
    if (counted.length !== 1) throw new Error(`${orderLineId} is not in shipment ${shipmentId}`);
  }
}

export async function changeShipment(
  tx: Queries,
  { id, state }: ShipmentRow,
  changes: PgUpdateSetSource<typeof shipments>,
): Promise<void> {
  const changed = await tx
    .update(shipments)
    .set(changes)
    .where(and(eq(shipments.id, id), eq(shipments.state, state)))
    .returning({ id: shipments.id });
  if (changed.length !== 1)
    throw new Error(`Shipment ${id} was changed meanwhile: it is no longer ${state}`);
}

/** What waits for an order that is no longer paid is not sent. */
export function presentShipment(row: StoredShipment, isOrderPaid: boolean): Shipment {
  const { id, orderId, parcel, carrier, tracking, trackingUrl, shippedAt, deliveredAt } = row;
  return {
    _id: id,
    order: orderId,
    parcel,
    carrier,
    tracking,
    trackingUrl,
    state: row.state === "packed" && !isOrderPaid ? "void" : row.state,
    lines: row.lines
      .map(({ orderLineId: line, quantity, lost }) => ({ line, quantity, lost }))
      .sort((one, other) => (one.line < other.line ? -1 : 1)),
    packedAt: row.packedAt.toISOString(),
    ...(shippedAt && { shippedAt: shippedAt.toISOString() }),
    ...(deliveredAt && { deliveredAt: deliveredAt.toISOString() }),
  };
}

/** The desk does not see the code: it would prove nothing. */
export function presentToCustomer(row: StoredShipment, isOrderPaid: boolean): Shipment {
  const shown = presentShipment(row, isOrderPaid);
  const { state, collectionCode: code } = row;
  return code && state === "shipped" ? { ...shown, code } : shown;
}
