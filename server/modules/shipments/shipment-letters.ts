import { eq, inArray } from "drizzle-orm";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { Recipient } from "#server/modules/letters/mailbox-limit.ts";
import { makeOrderAddress } from "#server/modules/orders/order-links.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type Fact, writeLetter } from "#server/platform/mail/write-letter.ts";
import { findShipment, type StoredShipment } from "./store.ts";

type Options = { db: Queries; origin: string; shopName: string };
type Order = typeof orders.$inferSelect;
type Line = typeof orderLines.$inferSelect;

/** About a shipment: what is in it, and how to follow it. */
export function shipmentLetters({ db, origin, shopName }: Options): Record<string, LetterWriter> {
  async function read(id: string | null) {
    const shipment = id ? await findShipment(db, { id }) : undefined;
    if (!shipment) return undefined;
    const [order] = await db.select().from(orders).where(eq(orders.id, shipment.orderId));
    if (!order) return undefined;
    const ids = shipment.lines.map(({ orderLineId }) => orderLineId);
    const lines = await db
      .select()
      .from(orderLines)
      .where(inArray(orderLines.id, ids))
      .orderBy(orderLines.position);
    return { shipment, order, lines };
  }

  const link = async (to: Recipient, order: Order) => ({
    label: "See your order",
    href: await makeOrderAddress(db, { origin, to }, order),
  });

  return {
    "order-shipped": async (to, id) => {
      const found = await read(id);
      if (!found) return undefined;
      const { shipment, order, lines } = found;
      const isAll = order.fulfilmentState === "shipped" && shipment.parcel === 1;
      return writeLetter({
        ...{ to: to.email, shopName, greeting: "Hello," },
        subject: isAll
          ? `Your order ${order.number} is on its way`
          : `Parcel ${shipment.parcel} of your order ${order.number} is on its way`,
        says: [
          isAll
            ? "everything that you ordered has left our works."
            : "these parts of your order have left our works.",
          ...(order.fulfilmentState === "partly_shipped" ? ["The others follow."] : []),
        ],
        facts: [...contents(shipment, lines), ...tracking(shipment), ["Order", `${order.number}`]],
        link: await link(to, order),
      });
    },
    "order-delivered": async (to, id) => {
      const found = await read(id);
      if (found?.shipment.state !== "delivered") return undefined;
      const { shipment, order, lines } = found;
      return writeLetter({
        ...{ to: to.email, shopName, greeting: "Hello," },
        subject: `Your order ${order.number} has arrived`,
        says: [
          "these parts have been delivered. If something is missing or is not as you expected, please tell us.",
        ],
        facts: [...contents(shipment, lines), ["Order", `${order.number}`]],
        link: await link(to, order),
        also: [`You reach us here: ${origin}/contact`],
      });
    },
  };
}

function contents(shipment: StoredShipment, lines: Line[]): Fact[] {
  return lines.map(({ id, name, partNumber }, at): Fact => {
    const pieces = shipment.lines.find(({ orderLineId }) => orderLineId === id)?.quantity ?? 0;
    return [at === 0 ? "In it" : "and", `${pieces} × ${name}${partNumber && ` (${partNumber})`}`];
  });
}

function tracking({ carrier, tracking: number, trackingUrl }: StoredShipment): Fact[] {
  return [
    ...(carrier ? [["Carrier", carrier] as const] : []),
    ...(trackingUrl ? [["Tracking", number || "Follow it", trackingUrl] as const] : []),
    ...(number && !trackingUrl ? [["Tracking", number] as const] : []),
  ];
}
