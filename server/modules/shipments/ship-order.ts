import { randomInt } from "node:crypto";
import { Refusal, refuse } from "#contract/refusals.ts";
import { maySend } from "#contract/rules/order-states.ts";
import { type NewShipment, type Shipment, shipmentCalls } from "#contract/shipments.ts";
import type { Context } from "#server/context.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { keyedRequest, once } from "#server/platform/once/once.ts";
import { type ChosenPiece, choosePieces } from "./choose-pieces.ts";
import { recordShipped, updateFulfilment } from "./record-shipped.ts";
import {
  findShipment,
  findShipments,
  presentShipment,
  type StoredShipment,
  storeShipment,
} from "./store.ts";

export type ShipContext = Pick<Context, "db" | "clock" | "jobs">;
type Code = "not-found" | "conflict" | "not-paid" | "already-shipped";

export function createShipment(context: Context): Handler<typeof shipmentCalls.create> {
  return ({ params: { id }, body }, caller) => shipOrder(context, { id, body, caller });
}

export async function shipOrder(
  context: ShipContext,
  input: Input,
): Promise<Audited<Shipment> | Refusal<Code | "key-reused">> {
  const { id, body, caller } = input;
  const by = { who: caller.person._id, index: "shipments_request" };
  const request = keyedRequest(shipmentCalls.create, { params: { id }, body }, by);
  const shipped = await retryOnConflict(() =>
    inTransaction(context.db, async (tx) => {
      const done = await once(tx, request, () => shipOrRefuse(context, tx, input));
      if (done instanceof Refusal) return done;
      return { reply: await readShipment(tx, done.reply.id), noted: done.noted };
    }),
  );
  if (!(shipped instanceof Refusal)) context.jobs.wake();
  return shipped;
}

export async function readShipment(tx: Queries, id: string): Promise<Shipment> {
  const row = await findShipment(tx, id);
  const order = row && (await lockOrder(tx, row.orderId));
  if (!order) throw new Error(`Shipment ${id} is gone`);
  return presentShipment(row, maySend(order.paymentState));
}

type Input = { id: string; body: NewShipment; caller: SignedInCaller };

export async function shipOrRefuse(
  context: ShipContext,
  tx: Queries,
  { id: orderId, body, caller }: Input,
): Promise<Audited<{ id: string }> | Refusal<Code>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return noSuchOrder;
  if (!maySend(order.paymentState)) return notPaid(order);
  const parcels = await findShipments(tx, orderId);
  const pieces = choosePieces(order, parcels, body.lines);
  if (pieces instanceof Refusal) return pieces;
  const row = toRow(context, { order, parcel: parcels.length + 1, pieces, body, caller });
  await storeShipment(tx, row);
  const byUser = caller.person._id;
  if (!body.isPacked) await recordShipped(tx, order, { id: row.id, byUser, pieces });
  await updateFulfilment(tx, orderId);
  const noted = await recordAction(tx, caller, {
    action: "ship-order",
    about: orderId,
    after: {
      parcel: row.parcel,
      state: row.state,
      pieces: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
    },
  });
  return { reply: { id: row.id }, noted };
}

type Packed = {
  order: LockedOrder;
  parcel: number;
  pieces: readonly ChosenPiece[];
  body: NewShipment;
  caller: SignedInCaller;
};

function toRow(
  { clock }: ShipContext,
  { order, parcel, pieces, body, caller }: Packed,
): StoredShipment {
  const { key: requestKey, isPacked = false, ...given } = body;
  const isCollection = order.delivery.kind === "collection";
  const { carrier = "", tracking = "", trackingUrl = "" } = isCollection ? {} : given;
  const now = clock.now();
  return {
    id: newId(),
    orderId: order.id,
    parcel,
    requestKey,
    carrier,
    tracking,
    trackingUrl,
    state: isPacked ? "packed" : "shipped",
    byUser: caller.person._id,
    packedAt: now,
    shippedAt: isPacked ? null : now,
    deliveredAt: null,
    collectionCode: isCollection ? `${randomInt(1_000_000)}`.padStart(6, "0") : null,
    lines: pieces.map(({ orderLineId, quantity }) => ({ orderLineId, quantity, lost: 0 })),
  };
}

export function notPaid({ state }: LockedOrder) {
  const why =
    state === "unpaid"
      ? "This order is not paid yet, so nothing of it can be shipped."
      : "This order was cancelled, so nothing of it can be shipped.";
  return refuse("not-paid", why);
}
