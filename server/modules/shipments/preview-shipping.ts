import { sql } from "drizzle-orm";
import { Refusal } from "#contract/refusals.ts";
import { maySend } from "#contract/rules/order-states.ts";
import type { LeftOut, shipmentCalls } from "#contract/shipments.ts";
import type { Context } from "#server/context.ts";
import { findWithLines } from "#server/modules/orders/find-with-lines.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { choosePieces } from "./choose-pieces.ts";
import { notPaid } from "./ship-order.ts";
import { findShipmentsWhere, type StoredShipment } from "./store.ts";
import { shipments } from "./tables.ts";

export function previewShipping({ db }: Context): Handler<typeof shipmentCalls.preview> {
  return async ({ body }) => {
    const ids = [...new Set(body.orders)];
    const found = await findWithLines(db, ids);
    const ofThese = sql`${shipments.orderId} = any(${sql.param(ids)}::uuid[])`;
    const parcels = Map.groupBy(await findShipmentsWhere(db, ofThese), ({ orderId }) => orderId);
    const ready: { order: string; number: number; isCollection?: true }[] = [];
    const left: LeftOut[] = [];
    let pieces = 0;
    for (const id of ids) {
      const order = found.get(id);
      const named = { order: id, number: order?.number ?? 0 };
      const counted = countPieces(order, parcels.get(id) ?? []);
      if (!(counted instanceof Refusal)) {
        const isCollection = order?.delivery.kind === "collection";
        ready.push({ ...named, ...(isCollection && { isCollection }) });
        pieces += counted;
      } else left.push({ ...(order ? named : { order: id }), problem: counted.message });
    }
    return { reply: { ready, pieces, left }, noted: nothingToAudit };
  };
}

function countPieces(order: LockedOrder | undefined, parcels: readonly StoredShipment[]) {
  if (!order) return noSuchOrder;
  if (!maySend(order.paymentState)) return notPaid(order);
  const packed = parcels.filter(({ state }) => state === "packed").flatMap(({ lines }) => lines);
  const others = choosePieces(order, parcels, undefined);
  if (others instanceof Refusal && packed.length === 0) return others;
  const all = [...packed, ...(others instanceof Refusal ? [] : others)];
  return all.reduce((sum, { quantity }) => sum + quantity, 0);
}
