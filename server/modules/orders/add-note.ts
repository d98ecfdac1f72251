import type { orderDeskCalls } from "#contract/order-desk.ts";
import type { Context } from "#server/context.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { lockOrder } from "./move-order.ts";
import { storeNote } from "./note-store.ts";
import { storeOrderEvent } from "./order-event.ts";
import { noSuchOrder } from "./refusals.ts";

export function addNote({ db }: Context): Handler<typeof orderDeskCalls.addNote> {
  return ({ params: { id }, body: { text } }, caller) =>
    retryOnConflict(() =>
      inTransaction(db, async (tx) => {
        const order = await lockOrder(tx, id);
        if (!order) return noSuchOrder;
        await storeNote(tx, { orderId: id, kind: "note", byUser: caller.person._id, text });
        await storeOrderEvent(tx, "order.noted", order);
        const noted = await recordAction(tx, caller, { action: "note-order", about: id });
        return { reply: { text }, noted };
      }),
    );
}
