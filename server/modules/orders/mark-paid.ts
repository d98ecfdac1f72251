import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import { type LockedOrder, moveOrder } from "./move-order.ts";
import { allocateOrder } from "./reserve-order.ts";

type Payment = Pick<LockedOrder, "transactionId" | "delivery"> & { paidAt: Date };

/**
 * Where the stock was sold or a discount used up meanwhile, the order is cancelled and the caller
 * refunds. The caller locks the order. `findSpentDiscounts` is called once the stock is locked, as
 * when an order is placed.
 */
export async function markPaid(
  tx: Queries,
  order: LockedOrder,
  { delivery, ...payment }: Payment,
  findSpentDiscounts: (tx: Queries) => Promise<readonly unknown[]> = async () => [],
): Promise<"paid" | "sold-out" | "discounts-spent"> {
  const isSoldOut = (await allocateOrder(tx, order)).length > 0;
  if (!isSoldOut && (await findSpentDiscounts(tx)).length === 0) {
    await pipeline(
      moveOrder(
        tx,
        order,
        { name: "pay", by: "card provider" },
        { ...payment, delivery, holdUntil: null },
      ),
      addOrderLetter(tx, "order-paid", order),
    );
    return "paid";
  }
  const changes = { ...payment, closedAt: payment.paidAt, holdUntil: null };
  await moveOrder(tx, order, { name: "payLate", by: "card provider" }, changes);
  return isSoldOut ? "sold-out" : "discounts-spent";
}
