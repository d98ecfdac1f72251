import { type Refusal, refuse } from "#contract/refusals.ts";
import { maySend } from "#contract/rules/order-states.ts";
import { reserveAgain } from "#server/modules/inventory/reserve.ts";
import { countReturned } from "#server/modules/orders/return-lines.ts";
import type { LockedReturn } from "./change-return.ts";

export async function replaceLines(
  { tx, order, found }: LockedReturn,
  byUser: string,
): Promise<Refusal<"conflict"> | undefined> {
  const { id: orderId, userId } = order;
  const replaced = found.lines.flatMap(({ orderLineId, resolution, restocked, scrapped }) => {
    const partId = order.lines.find(({ id }) => id === orderLineId)?.partId;
    const quantity = restocked + scrapped;
    if (resolution !== "replace" || !partId || quantity === 0) return [];
    return [{ orderLineId, partId, quantity }];
  });
  if (replaced.length === 0) return undefined;
  if (!maySend(order.paymentState)) {
    return refuse("conflict", "Parts are replaced only as long as the order is paid.");
  }
  const cause = { sourceId: found.id, byUser };
  const [short] = await reserveAgain(tx, { orderId, userId, lines: replaced }, cause);
  if (short) {
    const name = order.lines.find(({ partId }) => partId === short.partId)?.name;
    const message = `Only ${short.available} of ${name} are left, too few to replace it. Refund the order's line instead, and close this return as settled.`;
    return refuse("conflict", message);
  }
  await countReturned(tx, order, "replaced", replaced);
  return undefined;
}
