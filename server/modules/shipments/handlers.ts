import type { shipmentCalls } from "#contract/shipments.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { editShipment } from "./edit-shipment.ts";
import { previewShipping } from "./preview-shipping.ts";
import { sendPaper, sendPapers } from "./send-papers.ts";
import { shipMany } from "./ship-many.ts";
import { createShipment } from "./ship-order.ts";

export function shipmentHandlers(context: Context): Handlers<typeof shipmentCalls> {
  return {
    create: createShipment(context),
    edit: editShipment(context),
    preview: previewShipping(context),
    shipMany: shipMany(context),
    slip: sendPaper(context, "slip"),
    label: sendPaper(context, "label"),
    papers: sendPapers(context),
  };
}
