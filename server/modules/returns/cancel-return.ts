import type { Refusal } from "#contract/refusals.ts";
import type { Return, returnCalls } from "#contract/returns.ts";
import type { Context } from "#server/context.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { changeLocked } from "./change-return.ts";
import { changeReturn, findReturn, presentReturn } from "./store.ts";

export function cancelReturn(context: Context): Handler<typeof returnCalls.cancel> {
  return ({ params: { id } }, caller) =>
    changeLocked<Audited<Return> | Refusal<"not-found" | "conflict">>(
      context,
      { id, move: "cancel", caller },
      async ({ tx, order, found, address }) => {
        await changeReturn(tx, found, { state: "cancelled" });
        await storeOrderEvent(tx, "order.return-cancelled", order);
        const noted = await recordAction(tx, caller, {
          action: "cancel-return",
          about: order.id,
          after: { return: found.number, state: "cancelled" },
        });
        const after = await findReturn(tx, { id });
        return { reply: await presentReturn(tx, after ?? found, address), noted };
      },
    );
}
