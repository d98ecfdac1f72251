import { type Refusal, refuse } from "#contract/refusals.ts";
import type { ShipmentState } from "#contract/rules/fulfilment.ts";
import { maySend } from "#contract/rules/order-states.ts";
import type { Shipment, ShipmentEdit, shipmentCalls } from "#contract/shipments.ts";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { recordShipped, updateFulfilment } from "./record-shipped.ts";
import { notPaid, type ShipContext } from "./ship-order.ts";
import { changeShipment, findShipment, presentShipment, type StoredShipment } from "./store.ts";

const noSuchShipment = refuse("not-found", "There is no such shipment.");

type Input = { id: string; body: ShipmentEdit; caller: SignedInCaller };
type Edited = Audited<Shipment> | Refusal<"not-found" | "conflict" | "not-paid">;

export function editShipment(context: Context): Handler<typeof shipmentCalls.edit> {
  return async ({ params: { id }, body }, caller) => {
    const edited = await retryOnConflict(() =>
      inTransaction(context.db, (tx) => editOrRefuse(context, tx, { id, body, caller })),
    );
    context.jobs.wake();
    return edited;
  };
}

export async function editOrRefuse(
  context: ShipContext,
  tx: Queries,
  { id, body, caller }: Input,
): Promise<Edited> {
  const { state, carrier, tracking, trackingUrl } = body;
  const found = await findShipment(tx, id);
  const order = found && (await lockOrder(tx, found.orderId));
  // As it is now that nobody else changes it.
  const row = order && (await findShipment(tx, id));
  if (!order || !row) return noSuchShipment;
  const isCollection = order.delivery.kind === "collection";
  const isMoved = state !== undefined && state !== row.state;
  const problem = isMoved ? moveProblem(row, order, body) : undefined;
  if (problem) return problem;
  const tracked = isCollection ? {} : { carrier, tracking, trackingUrl };
  const byUser = caller.person._id;
  const changes = { ...tracked, ...(isMoved && toState(context, state)) };
  if (Object.values(changes).some((value) => value !== undefined))
    await changeShipment(tx, row, changes);
  if (row.state === "packed" && state === "shipped") {
    await recordShipped(tx, order, { id, byUser, pieces: withParts(order, row) });
  }
  if (row.state === "shipped" && state === "delivered") {
    await addOrderLetter(tx, "order-delivered", { id, email: order.email });
  }
  await updateFulfilment(tx, order.id);
  const edited = (await findShipment(tx, id)) ?? row;
  const handedOver = isCollection && isMoved && howHandedOver(body);
  const noted = await recordAction(tx, caller, {
    action: "edit-shipment",
    about: order.id,
    before: { parcel: row.parcel, state: row.state },
    after: {
      parcel: row.parcel,
      state: state ?? row.state,
      ...tracked,
      ...handedOver,
      ...(isCollection && { isCollection }),
    },
  });
  return { reply: presentShipment(edited, maySend(order.paymentState)), noted };
}

function toState({ clock }: ShipContext, state: ShipmentState) {
  if (state === "shipped") return { state, shippedAt: clock.now() };
  return state === "delivered" ? { state, deliveredAt: clock.now() } : { state };
}

function withParts({ lines }: LockedOrder, { lines: pieces }: StoredShipment) {
  return pieces.flatMap(({ orderLineId, quantity }) => {
    const partId = lines.find(({ id }) => id === orderLineId)?.partId;
    return partId ? [{ orderLineId, quantity, partId }] : [];
  });
}

function moveProblem(row: StoredShipment, order: LockedOrder, body: ShipmentEdit) {
  const to = body.state ?? row.state;
  const isCollection = order.delivery.kind === "collection";
  const isAllowed = row.state === "packed" ? to !== "delivered" : isArriving(row, to);
  if (!isAllowed) {
    const names = isCollection ? collectionNames : {};
    const [is, wanted] = [row.state, to].map((state) => names[state] ?? state);
    return refuse("conflict", `Parcel ${row.parcel} is ${is}, so it cannot be ${wanted}.`);
  }
  if (isCollection && to === "delivered") return codeProblem(row, body);
  return to === "shipped" && !maySend(order.paymentState) ? notPaid(order) : undefined;
}

const isArriving = ({ state }: StoredShipment, to: ShipmentState) =>
  state === "shipped" && to === "delivered";

const collectionNames: Partial<Record<ShipmentState, string>> = {
  shipped: "ready for collection",
  delivered: "collected",
};

function codeProblem({ parcel, collectionCode }: StoredShipment, { code, reason }: ShipmentEdit) {
  if (code === undefined && reason === undefined) {
    const needed = "Enter the code that the customer was sent, or say why there is none.";
    return refuse("conflict", needed, { code: needed });
  }
  if (code === undefined || code === collectionCode) return undefined;
  const wrong = `This is not the code of parcel ${parcel}, so it still counts as not collected. It is on the page of the order, where its customer sees it.`;
  return refuse("conflict", wrong, { code: wrong });
}

function howHandedOver({ state, code, reason }: ShipmentEdit) {
  return state === "delivered" && { handedOver: code ? "by its code" : reason };
}
