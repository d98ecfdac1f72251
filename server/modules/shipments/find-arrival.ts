import type { Queries } from "#server/platform/database/connect.ts";
import { findShipments } from "./store.ts";

const assumedMs = 30 * 86_400_000;

/** When the last of an order arrived; a parcel of which nobody noted it, 30 days after it was sent. */
export async function findArrival(db: Queries, orderId: string): Promise<Date | undefined> {
  const times = (await findShipments(db, orderId)).flatMap(({ shippedAt, deliveredAt }) => {
    if (deliveredAt) return [deliveredAt.getTime()];
    return shippedAt ? [shippedAt.getTime() + assumedMs] : [];
  });
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}
