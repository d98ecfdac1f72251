import type { shipmentCalls } from "#contract/shipments.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { ShipmentsContext } from "./context.ts";
import { editShipment } from "./edit-shipment.ts";
import { shipMany } from "./ship-many.ts";
import { createShipment } from "./ship-order.ts";

export function shipmentHandlers(context: ShipmentsContext): Handlers<typeof shipmentCalls> {
  return {
    create: createShipment(context),
    edit: editShipment(context),
    shipMany: shipMany(context),
  };
}
