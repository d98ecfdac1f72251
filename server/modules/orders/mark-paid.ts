import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import { type LockedOrder, moveOrder } from "./move-order.ts";
import { allocateOrder } from "./reserve-order.ts";

type Payment = Pick<LockedOrder, "transactionId" | "delivery"> & { paidAt: Date };

/** Where the stock was sold to others meanwhile, the order is cancelled and the caller refunds. The caller locks the order. */
export async function markPaid(
  tx: Queries,
  order: LockedOrder,
  { delivery, ...payment }: Payment,
  letters: Pick<Letters, "addOrderLetter">,
): Promise<"paid" | "refunding"> {
  const shortages = await allocateOrder(tx, order);
  if (shortages.length === 0) {
    await pipeline(
      moveOrder(
        tx,
        order,
        { name: "pay", by: "card provider" },
        { ...payment, delivery, holdUntil: null },
      ),
      letters.addOrderLetter(tx, "order-paid", order),
    );
    return "paid";
  }
  const changes = { ...payment, closedAt: payment.paidAt, holdUntil: null };
  await moveOrder(tx, order, { name: "payLate", by: "card provider" }, changes);
  return "refunding";
}
