import { refuse } from "#contract/refusals.ts";
import { unshippedPieces } from "#contract/rules/fulfilment.ts";
import { maySend, type PaymentState } from "#contract/rules/order-states.ts";
import type { shipmentCalls } from "#contract/shipments.ts";
import type { Context } from "#server/context.ts";
import { listBasketParts } from "#server/modules/catalog/list-basket-parts.ts";
import type { ParcelPaper, ParcelPapers } from "#server/modules/papers/pdf-input.ts";
import { writeInThread } from "#server/modules/papers/write-in-thread.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { sendPdf } from "#server/platform/http/send-pdf.ts";
import { packedPieces } from "./choose-pieces.ts";
import { findOrdersToPack, type OrderToPack } from "./orders-to-pack.ts";
import { findShipment, findShipments, type StoredShipment } from "./store.ts";

type Papers = ParcelPapers["papers"];

export function sendPaper(
  context: Context,
  paper: Papers[number],
): Handler<typeof shipmentCalls.slip> {
  return async (_request, reply, { params: { id } }) => {
    const parcel = await findShipment(context.db, id);
    const [order] = parcel ? await findOrdersToPack(context.db, [parcel.orderId]) : [];
    if (!parcel || !order) throw new RefusalError(refuse("not-found", "There is no such parcel."));
    if (paper === "label" && isCollection(order)) {
      const none = "This order is collected at the works, so its parcels have no address label.";
      throw new RefusalError(refuse("not-found", none));
    }
    const parcels = [await toPaper(context, order, parcel)];
    const pdf = await writeInThread({ kind: "parcels", papers: [paper], parcels });
    return sendPdf(reply, `${paper}-${order.number}-${parcel.parcel}`, pdf);
  };
}

const papersOf: Record<"both" | "slips" | "labels", Papers> = {
  both: ["slip", "label"],
  slips: ["slip"],
  labels: ["label"],
};

export function sendPapers(context: Context): Handler<typeof shipmentCalls.papers> {
  return async (_request, reply, { query: { orders, only } }) => {
    const ids = orders?.toLowerCase().split(",");
    const parcels: ParcelPaper[] = [];
    for (const order of await findOrdersToPack(context.db, ids)) {
      if (only === "labels" && isCollection(order)) continue;
      for (const parcel of await listToSend(context, order))
        parcels.push(await toPaper(context, order, parcel));
    }
    if (parcels.length === 0) {
      const nothing = "There is nothing to pack or to send in these orders.";
      throw new RefusalError(refuse("not-found", nothing));
    }
    const pdf = await writeInThread({
      kind: "parcels",
      papers: papersOf[only ?? "both"],
      parcels,
    });
    return sendPdf(reply, only ?? "slips-and-labels", pdf);
  };
}

const isCollection = ({ delivery }: OrderToPack) => delivery.kind === "collection";

type Packed = Pick<StoredShipment, "parcel" | "carrier" | "tracking" | "lines">;

/** As marking it shipped will make them: what is packed, then the rest as the next parcel. */
async function listToSend({ db }: Context, order: OrderToPack): Promise<Packed[]> {
  const all = await findShipments(db, order.id);
  const toSend: Packed[] = [];
  // What waits for an order that is no longer paid is not sent.
  if (maySend(order.paymentState as PaymentState)) {
    toSend.push(...all.filter(({ state }) => state === "packed"));
    const lines = order.lines.flatMap((line) => {
      const quantity =
        line.kind === "part" ? unshippedPieces(line) - packedPieces(all, line.id) : 0;
      return quantity > 0 ? [{ orderLineId: line.id, quantity, lost: 0 }] : [];
    });
    if (lines.length > 0) {
      toSend.push({ parcel: all.length + 1, carrier: "", tracking: "", lines });
    }
  }
  // Whoever marks an order shipped before printing finds all of it under way.
  return toSend.length > 0 ? toSend : all.filter(({ state }) => state === "shipped");
}

async function toPaper(
  { db, settings, env, origin }: Context,
  order: OrderToPack,
  { parcel, carrier, tracking, lines }: Packed,
): Promise<ParcelPaper> {
  const { name, email, phone, address, timeZone } = (await settings()).company;
  // Orders of one part name it without its number.
  const parts = await listBasketParts(
    db,
    order.lines.flatMap(({ partId, partNumber }) => (partId && !partNumber ? [partId] : [])),
  );
  return {
    sender: { name: name || env.SHOP_NAME, address, email, phone },
    link: `${origin}/dashboard/manageAllOrders?order=${order.id}`,
    orderNumber: order.number ?? 0,
    orderedOn: order.createdAt.toLocaleDateString("en-GB", { dateStyle: "long", timeZone }),
    reference: order.reference,
    parcel,
    carrier,
    tracking,
    isCollection: isCollection(order),
    to: order.address.startsWith(order.name) ? order.address : `${order.name}\n${order.address}`,
    phone: order.phone,
    pieces: lines.flatMap(({ orderLineId, quantity }) => {
      const line = order.lines.find(({ id }) => id === orderLineId);
      const number = line?.partNumber || parts.get(line?.partId ?? "")?.number || "";
      return line ? [{ number, name: line.name, quantity }] : [];
    }),
  };
}
