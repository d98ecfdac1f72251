import { deriveFulfilment } from "#contract/rules/fulfilment.ts";
import { maySend } from "#contract/rules/order-states.ts";
import { shipReserved } from "#server/modules/inventory/move-goods.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { shipLines, storeFulfilment } from "#server/modules/orders/ship-lines.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { ChosenPiece } from "./choose-pieces.ts";
import { findShipments } from "./store.ts";

type Sent = { id: string; byUser: string; pieces: readonly ChosenPiece[] };

/** The pieces leave the stock, and a letter goes out. The caller locks the order. */
export async function recordShipped(
  tx: Queries,
  { id: orderId, email }: LockedOrder,
  { id, byUser, pieces }: Sent,
): Promise<void> {
  await shipReserved(tx, pieces, { sourceId: id, byUser });
  await shipLines(tx, orderId, pieces);
  await addOrderLetter(tx, "order-shipped", { id, email });
}

export async function updateFulfilment(tx: Queries, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Error(`Order ${orderId} is gone`);
  const parcels = await findShipments(tx, orderId);
  const count = (wanted: string) =>
    parcels
      .filter(({ state }) => state === wanted)
      .flatMap(({ lines }) => lines)
      .reduce((sum, { quantity, lost }) => sum + quantity - lost, 0);
  // What waits for an order that is no longer paid is not sent.
  const packed = maySend(order.paymentState) ? count("packed") : 0;
  const pieces = { packed, delivered: count("delivered") };
  const state = deriveFulfilment(order.lines, pieces);
  if (state !== order.fulfilmentState) await storeFulfilment(tx, orderId, state);
  const isNews = state !== order.fulfilmentState;
  await storeOrderEvent(tx, isNews ? `order.${state}` : "order.shipment-changed", order);
}
