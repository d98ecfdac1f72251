import type { Cents } from "#contract/rules/money.ts";
import type { RefundReason } from "#contract/rules/refunds.ts";
import { shareAmount } from "#contract/rules/share-amount.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import { type PaymentRow, promiseRefund } from "#server/modules/payments/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import type { RefundLine } from "./refund-lines.ts";
import { storeLines } from "./store-lines.ts";
import { refunds } from "./tables.ts";

export type WantedRefund = {
  amountCents: Cents;
  reason: RefundReason;
  byUser?: string;
  note?: string;
  requestKey?: string;
  lines?: readonly RefundLine[];
};

export async function queueRefund(
  tx: Queries,
  from: { order: LockedOrder; payment: PaymentRow },
  wanted: WantedRefund,
): Promise<{ id: string } | undefined> {
  const { order, payment } = from;
  const { lines, ...refund } = wanted;
  const { amountCents } = refund;
  const leftCents = payment.capturedCents - payment.refundingCents;
  if (amountCents <= 0 || amountCents > leftCents) return undefined;
  const id = newId();
  // Money that came twice or too late was never the order's.
  const isOfOrder = order.transactionId === payment.intentId;
  await pipeline(
    promiseRefund(tx, payment.id, amountCents),
    tx
      .insert(refunds)
      .values({ id, paymentId: payment.id, orderId: order.id, ...refund })
      .execute(),
    ...(isOfOrder
      ? [storeLines(tx, order.id, id, lines ?? shareOverLines(order, amountCents))]
      : []),
  );
  return { id };
}

function shareOverLines({ lines }: LockedOrder, amount: number): RefundLine[] {
  const left = lines.map(({ dueCents, refundedCents }) => dueCents - refundedCents);
  const shares = shareAmount(amount, left);
  return lines.flatMap(({ id }, at) => {
    const amountCents = shares[at] ?? 0;
    return amountCents > 0 ? [{ orderLineId: id, quantity: 0, amountCents }] : [];
  });
}
