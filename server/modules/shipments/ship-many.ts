import { Refusal } from "#contract/refusals.ts";
import type { Shipment, shipmentCalls } from "#contract/shipments.ts";
import { nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import type { ShipmentsContext } from "./context.ts";
import { changeOne } from "./edit-shipment.ts";
import { shipOrder } from "./ship-order.ts";
import { findShipments } from "./store.ts";

/** Each order in transactions of its own, which record it: what is packed, then what is left. */
export function shipMany(context: ShipmentsContext): Handler<typeof shipmentCalls.shipMany> {
  return async ({ body: { key, orders, carrier = "" } }, caller) => {
    const shipped: Shipment[] = [];
    const left: { order: string; problem: string }[] = [];
    for (const id of new Set(orders)) {
      const body = { key, carrier };
      const packed = await shipPacked(context, id, caller);
      shipped.push(...packed);
      const done = await shipOrder(context, { id, body, caller });
      if (!(done instanceof Refusal)) shipped.push(done.reply);
      else if (packed.length === 0) left.push({ order: id, problem: done.message });
    }
    return { reply: { shipped, left }, noted: nothingToAudit };
  };
}

async function shipPacked(
  context: ShipmentsContext,
  orderId: string,
  caller: SignedInCaller,
): Promise<Shipment[]> {
  const shipped: Shipment[] = [];
  for (const { id, state } of await findShipments(context.db, orderId)) {
    if (state !== "packed") continue;
    const done = await changeOne(context, { id, body: { state: "shipped" }, caller });
    if (!(done instanceof Refusal)) shipped.push(done.reply);
  }
  return shipped;
}
