import { unshippedPieces } from "#contract/rules/fulfilment.ts";
import { releasePieces } from "#server/modules/inventory/move-goods.ts";
import { cancelLines } from "#server/modules/orders/cancel-lines.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import { countPacked } from "#server/modules/shipments/count-packed.ts";
import { updateFulfilment } from "#server/modules/shipments/record-shipped.ts";
import type { Queries } from "#server/platform/database/connect.ts";

type LineQuantity = { line: string; quantity: number };

/** By order line, what is neither shipped nor packed. */
export async function countUnsent(tx: Queries, order: LockedOrder): Promise<Map<string, number>> {
  const packed = await countPacked(tx, order);
  const goods = order.lines.filter(({ kind }) => kind === "part");
  return new Map(
    goods.map((line) => [line.id, unshippedPieces(line) - (packed.get(line.id) ?? 0)]),
  );
}

/** Releases the stock of these pieces. Without them the order may be shipped completely. */
export async function cancelUnsent(
  tx: Queries,
  order: LockedOrder,
  { pieces, ...cause }: { pieces: readonly LineQuantity[]; sourceId: string; byUser: string },
): Promise<void> {
  const lines = pieces.flatMap(({ line, quantity }) => {
    const partId = order.lines.find(({ id }) => id === line)?.partId;
    return partId && quantity > 0 ? [{ orderLineId: line, partId, quantity }] : [];
  });
  if (lines.length === 0) return;
  await cancelLines(tx, order, lines);
  await releasePieces(tx, lines, cause);
  await updateFulfilment(tx, order.id);
}
