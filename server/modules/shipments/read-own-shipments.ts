import { eq, inArray } from "drizzle-orm";
import type { Shipment } from "#contract/shipments.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findShipmentsWhere, presentToCustomer } from "./store.ts";
import { shipments } from "./tables.ts";

export async function readOwnShipments(db: Queries, userId: string): Promise<Shipment[]> {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  const found = await findShipmentsWhere(db, inArray(shipments.orderId, own));
  return found.map((shipment) => presentToCustomer(shipment, true));
}
