import { and, eq, isNull, or, sql } from "drizzle-orm";
import { closedDisputeStates } from "#contract/rules/refunds.ts";
import type { Context } from "#server/context.ts";
import { storeOrderEvents } from "#server/modules/orders/order-event.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Dispute } from "./provider-types.ts";
import { payments } from "./tables.ts";

export async function handleDisputeEvent(
  context: Context,
  { intentId, state, createdAt }: Dispute,
): Promise<void> {
  if (!intentId) return;
  // Events arrive in any order: a closed dispute does not reopen, but a newer one replaces it.
  const isNews = sql`(${payments.disputedAt} < ${createdAt.toISOString()}::timestamptz
    or ${payments.disputedAt} = ${createdAt.toISOString()}::timestamptz
      and (${closedDisputeStates.includes(state)} or ${payments.disputeState} not in ${closedDisputeStates}))`;
  await inTransaction(context.db, async (tx) => {
    const stored = await tx
      .update(payments)
      .set({ disputedAt: createdAt, disputeState: state.slice(0, 100) })
      .where(and(eq(payments.intentId, intentId), or(isNull(payments.disputedAt), isNews)))
      .returning({ id: payments.orderId, userId: sql<null>`null` });
    await storeOrderEvents(tx, "order.disputed", stored);
  });
}
