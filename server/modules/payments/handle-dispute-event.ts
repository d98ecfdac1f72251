// A customer's bank asks for a payment back. Nothing moves by that here: it is answered at the
// provider, and kept with the payment so that everybody sees it.
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { closedDisputeStates } from "#contract/payments.ts";
import type { PaymentsContext } from "./context.ts";
import type { Dispute } from "./provider-types.ts";
import { payments } from "./tables.ts";

export async function handleDisputeEvent(context: PaymentsContext, told: Dispute): Promise<void> {
  const { intentId, state, createdAt } = told;
  if (!intentId) return;
  // Messages come in any order: what is over does not begin again, unless it is another.
  const isNews = sql`(${payments.disputedAt} < ${createdAt.toISOString()}::timestamptz
    or ${payments.disputedAt} = ${createdAt.toISOString()}::timestamptz
      and (${closedDisputeStates.includes(state)} or ${payments.disputeState} not in ${closedDisputeStates}))`;
  const stored = await context.db
    .update(payments)
    .set({ disputedAt: createdAt, disputeState: state.slice(0, 100) })
    .where(and(eq(payments.intentId, intentId), or(isNull(payments.disputedAt), isNews)))
    .returning({ id: payments.id });
  if (stored.length > 0) context.publishSoon(["orders"]);
}
