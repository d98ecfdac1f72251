import type { orderDeskCalls } from "#contract/order-desk.ts";
import { refuse } from "#contract/refusals.ts";
import { lettersOf } from "#contract/rules/order-letters.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { OrderPagesContext } from "./context.ts";

export function resendLetter(
  context: OrderPagesContext,
): Handler<typeof orderDeskCalls.sendLetter> {
  const { db, jobs, letters, orderPages } = context;
  return async ({ params: { id }, body: { kind } }, caller) => {
    const row = await orderPages.findNamedOrder(db, id, undefined);
    if (!row) return noSuchOrder;
    const { email } = row;
    if (!lettersOf(await orderPages.presentOne(db, row)).includes(kind)) {
      return refuse("conflict", "This letter would not be true of this order.");
    }
    const parcels = kind === "order-shipped" ? await orderPages.findShipments(db, id) : [];
    const sent = parcels.filter(({ shippedAt }) => shippedAt !== null).map(({ id }) => id);
    const noted = await inTransaction(db, async (tx) => {
      for (const about of kind === "order-shipped" ? sent : [id])
        await letters.addOrderLetter(tx, kind, { id: about, email });
      const note = { orderId: id, kind: "letter", byUser: caller.person._id, text: kind } as const;
      await orderPages.storeNote(tx, note);
      await orderPages.storeOrderEvent(tx, "order.noted", row);
      return recordAction(tx, caller, { action: "send-letter", about: id, after: { kind } });
    });
    jobs.wake();
    return { reply: { email }, noted };
  };
}
