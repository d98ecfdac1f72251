import { eq, inArray } from "drizzle-orm";
import { referenceFacts } from "#server/modules/letters/break-links.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { Recipient } from "#server/modules/letters/mailbox-limit.ts";
import { makeOrderAddress } from "#server/modules/orders/order-links.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Fact } from "#server/platform/mail/write-letter.ts";
import { findShipment, findShipments, type StoredShipment } from "./store.ts";

type Options = { db: Queries; origin: string; settings: ReadSettings };
type Order = typeof orders.$inferSelect;
type Line = typeof orderLines.$inferSelect;

export function shipmentLetters({ db, origin, settings }: Options): Record<string, LetterWriter> {
  async function read(id: string | null) {
    const shipment = id ? await findShipment(db, id) : undefined;
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
      const parcels = await findShipments(db, order.id);
      const sent = parcels.filter(({ shippedAt }) => shippedAt !== null);
      const isAll = order.fulfilmentState === "shipped" && sent.length === 1;
      const whole = `our order ${order.number}`;
      const values = {
        number: `${order.number}`,
        what: isAll ? `Y${whole}` : `Parcel ${shipment.parcel} of y${whole}`,
        contents: isAll ? "everything that you ordered has" : "these parts of your order have",
        rest: order.fulfilmentState === "partly_shipped" ? "The others follow." : "",
      };
      if (order.delivery.kind === "collection") {
        if (shipment.state !== "shipped") return undefined;
        return {
          kind: "order-ready",
          to: to.email,
          link: await link(to, order),
          values: { ...values, code: codeFor(to, shipment) },
          facts: [
            ...contents(shipment, lines),
            ...works((await settings()).company),
            ["Order", `${order.number}`],
            ...referenceFacts(to, order),
          ],
        };
      }
      return {
        kind: "order-shipped",
        to: to.email,
        link: await link(to, order),
        values,
        facts: [
          ...contents(shipment, lines),
          ...tracking(shipment),
          ["Order", `${order.number}`],
          ...referenceFacts(to, order),
        ],
      };
    },
    "order-delivered": async (to, id) => {
      const found = await read(id);
      if (found?.shipment.state !== "delivered") return undefined;
      const { shipment, order, lines } = found;
      return {
        kind: order.delivery.kind === "collection" ? "order-collected" : "order-delivered",
        to: to.email,
        link: await link(to, order),
        values: { number: `${order.number}`, contact: `${origin}/contact` },
        facts: [
          ...contents(shipment, lines),
          ["Order", `${order.number}`],
          ...referenceFacts(to, order),
        ],
      };
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

/** The code is what the goods are handed out for, so it is not sent to an unverified address. */
function codeFor({ isVerified }: Recipient, { collectionCode }: StoredShipment): string {
  return (isVerified && collectionCode) || "you find it on the page of your order";
}

function works({ address, openingHours }: Record<"address" | "openingHours", string>): Fact[] {
  return Object.entries({ "Collect it at": address, "Opening hours": openingHours }).flatMap(
    ([name, text]): Fact[] => (text ? [[name, text]] : []),
  );
}
