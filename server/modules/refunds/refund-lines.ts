import { and, eq, ne, sum } from "drizzle-orm";
import type { NewRefund } from "#contract/refunds.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { Cents } from "#contract/rules/money.ts";
import { refundOfPieces } from "#contract/rules/refund-by-piece.ts";
import { addLineRefund, findOrderLines } from "#server/modules/orders/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { refundLines, refunds } from "./tables.ts";

export type RefundLine = { orderLineId: string; quantity: number; amountCents: Cents };

/** What the pieces cost, nothing priced anew. The order is locked by the caller. */
export async function priceLines(
  tx: Queries,
  orderId: string,
  wanted: NonNullable<NewRefund["lines"]>,
): Promise<RefundLine[] | Refusal<"conflict" | "refund-too-large">> {
  const lines = new Map((await findOrderLines(tx, orderId)).map((line) => [line.id, line]));
  const before = await countRefunded(tx, orderId);
  const priced: RefundLine[] = [];
  for (const [orderLineId, refundedNow] of sumByLine(wanted)) {
    const line = lines.get(orderLineId);
    if (!line) return refuse("conflict", "This order has no such line.", { lines: orderLineId });
    const { name, quantity, dueCents } = line;
    const refundedBefore = before.get(orderLineId) ?? 0;
    const left = quantity - refundedBefore;
    if (refundedNow > left) {
      const problem = `At most ${left} of ${name} can still be refunded.`;
      return refuse("refund-too-large", problem, { lines: problem });
    }
    const amountCents = refundOfPieces(dueCents, { quantity, refundedBefore, refundedNow });
    priced.push({ orderLineId, quantity: refundedNow, amountCents });
  }
  return priced;
}

function sumByLine(wanted: NonNullable<NewRefund["lines"]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { line, quantity } of wanted) sums.set(line, (sums.get(line) ?? 0) + quantity);
  return sums;
}

async function countRefunded(tx: Queries, orderId: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ line: refundLines.orderLineId, pieces: sum(refundLines.quantity) })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "failed")))
    .groupBy(refundLines.orderLineId);
  return new Map(rows.map(({ line, pieces }) => [line, Number(pieces)]));
}

/** Whether a refund that was stored before is for the same pieces. */
export async function isForLines(
  tx: Queries,
  { id }: { id: string },
  { lines = [] }: NewRefund,
): Promise<boolean> {
  const wanted = sumByLine(lines);
  const stored = await findRefundLines(tx, id);
  return (
    stored.length === wanted.size &&
    stored.every(({ orderLineId, quantity }) => wanted.get(orderLineId) === quantity)
  );
}

export async function storeLines(
  tx: Queries,
  orderId: string,
  refundId: string,
  lines: readonly RefundLine[],
): Promise<void> {
  if (lines.length === 0) return;
  for (const { orderLineId: lineId, amountCents: cents } of lines) {
    if (!(await addLineRefund(tx, orderId, { lineId, cents })))
      throw new RefusalError(
        refuse("refund-too-large", "That is more than was paid for this line."),
      );
  }
  await tx.insert(refundLines).values(lines.map((line) => ({ refundId, ...line })));
}

/** Of a refund that failed for good. */
export async function withdrawLines(tx: Queries, orderId: string, refundId: string): Promise<void> {
  for (const { orderLineId: lineId, amountCents } of await findRefundLines(tx, refundId))
    await addLineRefund(tx, orderId, { lineId, cents: -amountCents });
}

export function findRefundLines(db: Queries, refundId: string): Promise<RefundLine[]> {
  const { orderLineId, quantity, amountCents } = refundLines;
  return db
    .select({ orderLineId, quantity, amountCents })
    .from(refundLines)
    .where(eq(refundLines.refundId, refundId))
    .orderBy(orderLineId);
}
