import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { packedPieces } from "./choose-pieces.ts";
import { findShipments } from "./store.ts";

/** By order line, what is in parcels. */
export async function countPacked(
  tx: Queries,
  { id, lines }: LockedOrder,
): Promise<Map<string, number>> {
  const parcels = await findShipments(tx, id);
  return new Map(lines.map((line) => [line.id, packedPieces(parcels, line.id)]));
}
