import { eq, sql } from "drizzle-orm";
import { orderLines } from "#server/modules/orders/tables.ts";
import { shipmentLines, shipments } from "#server/modules/shipments/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";

/** Of one piece, behind the shop's back: neither the order nor the stock knows of it. */
export async function addShipment(db: Queries, { _id: orderId }: { _id: string }): Promise<void> {
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId));
  const id = newId();
  const shippedAt = new Date();
  await db
    .insert(shipments)
    .values({ id, orderId, parcel: 1, requestKey: newId(), state: "shipped", shippedAt });
  await db
    .insert(shipmentLines)
    .values({ shipmentId: id, orderLineId: line?.id ?? "", quantity: 1 });
}

/** As if its parcels had arrived so many days ago. */
export async function arriveDaysAgo(
  db: Queries,
  { _id: orderId }: { _id: string },
  days: number,
): Promise<void> {
  const deliveredAt = sql`now() - make_interval(days => ${days})`;
  await db
    .update(shipments)
    .set({ state: "delivered", deliveredAt })
    .where(eq(shipments.orderId, orderId));
}
