import { deriveFulfilment } from "#contract/rules/fulfilment.ts";
import { maySend } from "#contract/rules/order-states.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { ChosenPiece } from "./choose-pieces.ts";
import type { ShipmentsContext } from "./context.ts";
import { findShipments } from "./store.ts";

type Context = Pick<ShipmentsContext, "inventory" | "letters" | "orders">;
type Sent = { id: string; byUser: string; pieces: readonly ChosenPiece[] };

/** The pieces leave the stock, and a letter goes out. The caller locks the order. */
export async function recordShipped(
  { inventory, letters, orders }: Context,
  tx: Queries,
  { id: orderId, email }: LockedOrder,
  { id, byUser, pieces }: Sent,
): Promise<void> {
  await inventory.shipReserved(tx, pieces, { sourceId: id, byUser });
  await orders.shipLines(tx, orderId, pieces);
  await letters.addOrderLetter(tx, "order-shipped", { id, email });
}

export async function updateFulfilment(
  { orders }: Pick<Context, "orders">,
  tx: Queries,
  orderId: string,
): Promise<void> {
  const order = await orders.lockOrder(tx, orderId);
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
  if (state !== order.fulfilmentState) await orders.storeFulfilment(tx, orderId, state);
  const isNews = state !== order.fulfilmentState;
  await orders.storeOrderEvent(tx, isNews ? `order.${state}` : "order.shipment-changed", order);
}
