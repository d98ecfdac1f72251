import type { orderDeskCalls } from "#contract/order-desk.ts";
import type { Context } from "#server/context.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { storeNote } from "./note-store.ts";
import type { OrderVerbs } from "./order-verbs.ts";
import { noSuchOrder } from "./refusals.ts";

export type DeskContext = Pick<Context, "db"> & { orders: OrderVerbs };

export function addNote({ db, orders }: DeskContext): Handler<typeof orderDeskCalls.addNote> {
  return ({ params: { id }, body: { text } }, caller) =>
    retryOnConflict(() =>
      inTransaction(db, async (tx) => {
        const order = await orders.lockOrder(tx, id);
        if (!order) return noSuchOrder;
        await storeNote(tx, { orderId: id, kind: "note", byUser: caller.person._id, text });
        await orders.storeOrderEvent(tx, "order.noted", order);
        const noted = await recordAction(tx, caller, { action: "note-order", about: id });
        return { reply: { text }, noted };
      }),
    );
}
