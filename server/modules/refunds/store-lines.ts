import { addLineRefund } from "#server/modules/orders/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import { findRefundLines, type RefundLine } from "./refund-lines.ts";
import { refundLines } from "./tables.ts";

export async function storeLines(
  tx: Queries,
  orderId: string,
  refundId: string,
  lines: readonly RefundLine[],
): Promise<void> {
  for (const line of lines) {
    const { orderLineId: lineId, amountCents: cents } = line;
    const [isAdded] = await pipeline(
      addLineRefund(tx, orderId, { lineId, cents }),
      tx
        .insert(refundLines)
        .values({ refundId, ...line })
        .execute(),
    );
    if (!isAdded) throw new Error(`Refund ${refundId} is more than is left of line ${lineId}`);
  }
}

export async function withdrawLines(tx: Queries, orderId: string, refundId: string): Promise<void> {
  for (const { orderLineId: lineId, amountCents } of await findRefundLines(tx, refundId))
    await addLineRefund(tx, orderId, { lineId, cents: -amountCents });
}
