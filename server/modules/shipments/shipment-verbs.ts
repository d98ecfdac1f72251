import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { packedPieces } from "./choose-pieces.ts";
import { findArrival } from "./find-arrival.ts";
import { updateFulfilment } from "./record-shipped.ts";
import { countLost, findShipment, findShipments } from "./store.ts";

async function countPacked(tx: Queries, { id, lines }: LockedOrder): Promise<Map<string, number>> {
  const parcels = await findShipments(tx, id);
  return new Map(lines.map((line) => [line.id, packedPieces(parcels, line.id)]));
}

export const shipmentVerbs = {
  countLost,
  countPacked,
  findArrival,
  findShipment,
  updateFulfilment,
};
export type ShipmentVerbs = typeof shipmentVerbs;
