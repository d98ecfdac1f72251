import { and, eq, inArray, sql } from "drizzle-orm";
import { openCents } from "#contract/rules/account-credit.ts";
import type { Cents } from "#contract/rules/money.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { moveOrder, type OrderRow } from "#server/modules/orders/move-order.ts";
import type { Clock } from "#server/platform/clock.ts";
import { shopNow } from "#server/platform/database/columns.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import type { PaymentRow } from "./store.ts";
import { payments } from "./tables.ts";

/** What a company owes for an order is kept as a payment of it, so that refunds and returns lower it. */
export async function storeAccountPayment(
  tx: Queries,
  { id: orderId, totalCents }: OrderRow,
  intentId: string,
): Promise<void> {
  await tx.insert(payments).values({
    id: newId(),
    orderId,
    intentId,
    method: "account",
    state: "succeeded",
    amountCents: totalCents,
    capturedCents: totalCents,
    settledAt: shopNow,
    nextCheckAt: shopNow,
  });
}

/** The payment is locked. */
export async function addReceived(
  tx: Queries,
  payment: PaymentRow,
  cents: Cents,
): Promise<PaymentRow> {
  const [changed] = await tx
    .update(payments)
    .set({ receivedCents: sql`${payments.receivedCents} + ${cents}::bigint` })
    .where(and(eq(payments.id, payment.id), eq(payments.method, "account")))
    .returning();
  if (!changed) throw new Error(`Payment ${payment.id} is not on account`);
  return changed;
}

export async function recordReminders(
  tx: Queries,
  ids: readonly string[],
  remindedOn: string,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(payments)
    .set({ reminders: sql`${payments.reminders} + 1`, remindedOn })
    .where(inArray(payments.id, [...ids]));
}

/** An order is paid when nothing of it is open. Both are locked. */
export async function settleAccount(
  { clock }: { clock: Clock },
  tx: Queries,
  order: OrderRow,
  payment: PaymentRow,
): Promise<void> {
  if (payment.refundingCents >= payment.capturedCents) return;
  const isOpen = openCents(payment) > 0;
  if (order.paymentState === "account" && !isOpen) {
    const move = { name: "receive", by: "shop" } as const;
    await moveOrder(tx, order, move, { paidAt: clock.now() });
    await addOrderLetter(tx, "order-paid", order);
  }
  if (order.paymentState === "paid" && isOpen)
    await moveOrder(tx, order, { name: "reopen", by: "admin" }, { paidAt: null });
}
