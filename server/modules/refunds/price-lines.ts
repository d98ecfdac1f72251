import { type Refusal, refuse } from "#contract/refusals.ts";
import { formatCents } from "#contract/rules/money.ts";
import { refundOfPieces } from "#contract/rules/refund-shares.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { RefundLine } from "#server/modules/payments/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { countRefundedPieces, sumByLine, type Wanted } from "./refund-lines.ts";

export async function priceLines(
  tx: Queries,
  order: LockedOrder,
  wanted: Wanted,
): Promise<RefundLine[] | Refusal<"conflict" | "refund-too-large">> {
  const lines = new Map(order.lines.map((line) => [line.id, line]));
  const before = await countRefundedPieces(tx, order.id);
  const priced: RefundLine[] = [];
  for (const [orderLineId, refundedNow] of sumByLine(wanted)) {
    const line = lines.get(orderLineId);
    if (!line) return refuse("conflict", "This order has no such line.", { lines: orderLineId });
    const { name, quantity, dueCents, refundedCents } = line;
    const refundedBefore = before.get(orderLineId) ?? 0;
    const left = quantity - refundedBefore;
    if (refundedNow > left) return tooLarge(`At most ${left} of ${name} can still be refunded.`);
    const amountCents = refundOfPieces(dueCents, { quantity, refundedBefore, refundedNow });
    const leftCents = dueCents - refundedCents;
    if (amountCents > leftCents)
      return tooLarge(`At most $${formatCents(leftCents)} of ${name} can still be refunded.`);
    priced.push({ orderLineId, quantity: refundedNow, amountCents });
  }
  return priced;
}

const tooLarge = (problem: string) => refuse("refund-too-large", problem, { lines: problem });
