import type { orderDeskCalls } from "#contract/order-desk.ts";
import { refuse } from "#contract/refusals.ts";
import { lettersOf } from "#contract/rules/order-letters.ts";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { findNamedOrder } from "#server/modules/orders/find-named-order.ts";
import { storeNote } from "#server/modules/orders/note-store.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { presentOne } from "#server/modules/orders/store.ts";
import { findShipments } from "#server/modules/shipments/store.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";

export function resendLetter(context: Context): Handler<typeof orderDeskCalls.sendLetter> {
  const { db, jobs } = context;
  return async ({ params: { id }, body: { kind } }, caller) => {
    const row = await findNamedOrder(db, id, undefined);
    if (!row) return noSuchOrder;
    const { email } = row;
    if (!lettersOf(await presentOne(db, row)).includes(kind)) {
      return refuse("conflict", "This letter would not be true of this order.");
    }
    const parcels = kind === "order-shipped" ? await findShipments(db, id) : [];
    const sent = parcels.filter(({ shippedAt }) => shippedAt !== null).map(({ id }) => id);
    const noted = await inTransaction(db, async (tx) => {
      for (const about of kind === "order-shipped" ? sent : [id])
        await addOrderLetter(tx, kind, { id: about, email });
      const note = { orderId: id, kind: "letter", byUser: caller.person._id, text: kind } as const;
      await storeNote(tx, note);
      await storeOrderEvent(tx, "order.noted", row);
      return recordAction(tx, caller, { action: "send-letter", about: id, after: { kind } });
    });
    jobs.wake();
    return { reply: { email }, noted };
  };
}
