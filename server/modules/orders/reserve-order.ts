import { eq } from "drizzle-orm";
import { unshippedPieces } from "#contract/rules/fulfilment.ts";
import { type Hold, keepReserved } from "#server/modules/inventory/reserve.ts";
import type { Shortage } from "#server/modules/inventory/shelf-parts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import type { LockedOrder } from "./move-order.ts";
import { orders } from "./tables.ts";

/** Keeps what is reserved and reserves again what has expired, whatever the rule for new orders. Returns what is short; then nothing new is reserved. */
export async function reserveOrder(
  tx: Queries,
  order: LockedOrder,
  hold: Hold,
): Promise<(Shortage & { name: string })[]> {
  const { id: orderId, userId } = order;
  const lines = findUnshipped(order);
  const [shortages] = await pipeline(
    keepReserved(tx, { orderId, userId, network: "", lines }, hold),
    extendHold(tx, order, hold.expiresAt),
  );
  if (shortages.length > 0 && hold.expiresAt) await storeHold(tx, orderId, order.holdUntil);
  return shortages.map((shortage) => ({
    ...shortage,
    name: lines.find(({ partId }) => partId === shortage.partId)?.name ?? "",
  }));
}

function findUnshipped({ lines }: LockedOrder) {
  return lines.flatMap((line) => {
    const { id, partId, name } = line;
    const left = unshippedPieces(line);
    return partId && left > 0 ? [{ orderLineId: id, partId, name, quantity: left }] : [];
  });
}

async function extendHold(tx: Queries, { id, holdUntil }: LockedOrder, until: Date | null) {
  if (until && (!holdUntil || until > holdUntil)) await storeHold(tx, id, until);
}

async function storeHold(tx: Queries, id: string, holdUntil: Date | null): Promise<void> {
  await tx.update(orders).set({ holdUntil }).where(eq(orders.id, id));
}
