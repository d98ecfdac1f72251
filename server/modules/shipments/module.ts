import type { ShopModule } from "#server/module.ts";
import { toOrderReaders } from "#server/modules/orders/to-order-readers.ts";
import { shipmentHandlers } from "./handlers.ts";
import { readOwnShipments } from "./read-own-shipments.ts";
import { shipmentLetters } from "./shipment-letters.ts";

export const shipments = {
  handlers: (context) => ({ shipments: shipmentHandlers(context) }),
  emails: (context) => toOrderReaders(context.db, shipmentLetters(context)),
  ownData: async ({ context: { db }, person }) => ({
    shipments: await readOwnShipments(db, person._id),
  }),
} satisfies ShopModule;
