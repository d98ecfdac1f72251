import { addLineRefund } from "#server/modules/orders/store.ts";
import type { RefundLine } from "#server/modules/payments/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findRefundLines } from "./refund-lines.ts";
import { refundLines } from "./tables.ts";

/** The order is locked by the caller, and the amounts are at most what is left of the lines. */
export async function storeLines(
  tx: Queries,
  orderId: string,
  refundId: string,
  lines: readonly RefundLine[],
): Promise<void> {
  if (lines.length === 0) return;
  for (const { orderLineId: lineId, amountCents: cents } of lines) {
    if (!(await addLineRefund(tx, orderId, { lineId, cents })))
      throw new Error(`Refund ${refundId} is more than is left of line ${lineId}`);
  }
  await tx.insert(refundLines).values(lines.map((line) => ({ refundId, ...line })));
}

/** Of a refund that failed for good. */
export async function withdrawLines(tx: Queries, orderId: string, refundId: string): Promise<void> {
  for (const { orderLineId: lineId, amountCents } of await findRefundLines(tx, refundId))
    await addLineRefund(tx, orderId, { lineId, cents: -amountCents });
}
