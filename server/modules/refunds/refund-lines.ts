import { and, eq, inArray, ne, sum } from "drizzle-orm";
import type { Cents } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type RefundRow, refundLines, refunds } from "./tables.ts";

export type RefundLine = { orderLineId: string; quantity: number; amountCents: Cents };
export type Wanted = readonly { line: string; quantity: number }[];

export function sumByLine(wanted: Wanted): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { line, quantity } of wanted) sums.set(line, (sums.get(line) ?? 0) + quantity);
  return sums;
}

export async function countRefundedPieces(
  tx: Queries,
  orderId: string,
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ line: refundLines.orderLineId, pieces: sum(refundLines.quantity) })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "failed")))
    .groupBy(refundLines.orderLineId);
  return new Map(rows.map(({ line, pieces }) => [line, Number(pieces)]));
}

/** Then pieces are worth what they cost without it. */
export async function isTaxRefunded(tx: Queries, orderId: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.reason, "tax")));
  return found !== undefined;
}

export async function listRefundedLines(
  db: Queries,
  orderId: string,
): Promise<Map<string, RefundLine[]>> {
  const rows = await db
    .select({
      id: refunds.id,
      orderLineId: refundLines.orderLineId,
      quantity: refundLines.quantity,
      amountCents: refundLines.amountCents,
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        inArray(refunds.status, ["succeeded", "elsewhere"]),
        // Its credit note came with the invoice without tax.
        ne(refunds.reason, "tax"),
      ),
    )
    .orderBy(refunds.doneAt, refunds.id, refundLines.orderLineId);
  const lines = new Map<string, RefundLine[]>();
  for (const { id, ...line } of rows) lines.set(id, [...(lines.get(id) ?? []), line]);
  return lines;
}

export function findRefundLines(db: Queries, refundId: string): Promise<RefundLine[]> {
  const { orderLineId, quantity, amountCents } = refundLines;
  return db
    .select({ orderLineId, quantity, amountCents })
    .from(refundLines)
    .where(eq(refundLines.refundId, refundId))
    .orderBy(orderLineId);
}

export async function readRefund(db: Queries, id: string): Promise<RefundRow> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  if (!row) throw new Error(`Refund ${id} is gone`);
  return row;
}
