import { unshippedPieces } from "#contract/rules/fulfilment.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { RefundsContext } from "./context.ts";

type LineQuantity = { line: string; quantity: number };
type Context = Pick<RefundsContext, "inventory" | "orders" | "shipments">;

/** By order line, what is neither shipped nor packed. */
export async function countUnsent(
  { shipments }: Context,
  tx: Queries,
  order: LockedOrder,
): Promise<Map<string, number>> {
  const packed = await shipments.countPacked(tx, order);
  const goods = order.lines.filter(({ kind }) => kind === "part");
  return new Map(
    goods.map((line) => [line.id, unshippedPieces(line) - (packed.get(line.id) ?? 0)]),
  );
}

/** Releases the stock of these pieces. Without them the order may be shipped completely. */
export async function cancelUnsent(
  { inventory, orders, shipments }: Context,
  tx: Queries,
  order: LockedOrder,
  { pieces, ...cause }: { pieces: readonly LineQuantity[]; sourceId: string; byUser: string },
): Promise<void> {
  const lines = pieces.flatMap(({ line, quantity }) => {
    const partId = order.lines.find(({ id }) => id === line)?.partId;
    return partId && quantity > 0 ? [{ orderLineId: line, partId, quantity }] : [];
  });
  if (lines.length === 0) return;
  await orders.cancelLines(tx, order, lines);
  await inventory.releasePieces(tx, lines, cause);
  await shipments.updateFulfilment({ orders }, tx, order.id);
}
