import { eq } from "drizzle-orm";
import type { AddressCorrection, orderDeskCalls } from "#contract/order-desk.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { formatAddress } from "#contract/rules/format-address.ts";
import {
  closedStates,
  type FulfilmentState,
  type OrderState,
  shippedProblem,
} from "#contract/rules/order-states.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { DeskContext } from "./add-note.ts";
import type { LockedOrder, OrderRow } from "./move-order.ts";
import { storeNote } from "./note-store.ts";
import { noSuchOrder } from "./refusals.ts";
import { present } from "./store.ts";
import { orders as orderTable } from "./tables.ts";

export function correctAddress({
  db,
  orders,
}: DeskContext): Handler<typeof orderDeskCalls.correctAddress> {
  return ({ params: { id }, body }, caller) =>
    retryOnConflict(() =>
      inTransaction(db, async (tx) => {
        const order = await orders.lockOrder(tx, id);
        if (!order) return noSuchOrder;
        const changes = addressProblem(order) ?? toAddress(order, body);
        if (changes instanceof Refusal) return changes;
        await tx.update(orderTable).set(changes).where(eq(orderTable.id, id));
        await storeNote(tx, { orderId: id, kind: "address", byUser: caller.person._id, text: "" });
        await orders.storeOrderEvent(tx, "order.address-corrected", order);
        const noted = await recordAction(tx, caller, { action: "correct-address", about: id });
        return { reply: present({ ...order, ...changes }, order.lines), noted };
      }),
    );
}

function addressProblem({ state, fulfilmentState }: LockedOrder) {
  if ((closedStates as readonly OrderState[]).includes(state)) {
    return refuse("conflict", "This order was cancelled, so it goes nowhere.");
  }
  return shippedProblem(fulfilmentState as FulfilmentState) === undefined
    ? undefined
    : refuse("shipped", "Something of this order has left already, so its address stays.");
}

function toAddress(
  { shipTo }: LockedOrder,
  { name, phone, address, place }: AddressCorrection,
): Refusal<"invalid"> | Partial<OrderRow> {
  if (!shipTo) {
    return address ? { name, phone, address } : missing("address", "Address is Required");
  }
  if (!place) return missing("place", "Street and City are Required");
  const corrected = { ...shipTo, name, phone, ...place };
  return { name, phone, address: formatAddress(corrected, "en"), shipTo: corrected };
}

function missing(field: string, message: string) {
  return refuse("invalid", "Some of what was sent is not right.", { [field]: message });
}
