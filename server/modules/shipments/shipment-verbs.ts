import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { packedPieces } from "./choose-pieces.ts";
import { findArrival } from "./find-arrival.ts";
import { updateFulfilment } from "./record-shipped.ts";
import { findShipments } from "./store.ts";

/** Pieces of each line that wait in parcels. */
async function countPacked(tx: Queries, { id, lines }: LockedOrder): Promise<Map<string, number>> {
  const parcels = await findShipments(tx, id);
  return new Map(lines.map((line) => [line.id, packedPieces(parcels, line.id)]));
}

/** What refunds and withdrawals do with parcels. */
export const shipmentVerbs = { countPacked, findArrival, updateFulfilment };
export type ShipmentVerbs = typeof shipmentVerbs;
