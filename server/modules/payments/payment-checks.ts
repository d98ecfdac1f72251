// When the shop asks the card provider about payments that nothing has reported.

import { and, eq, inArray, sql } from "drizzle-orm";
import type { PaymentState } from "#contract/rules/order-states.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { isLive, type PaymentRow } from "./store.ts";
import { payments } from "./tables.ts";

const leaseSeconds = 30;
const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

export type DuePayment = { payment: PaymentRow; paymentState: PaymentState };

export async function makeRecentPaymentsDue(db: Database): Promise<void> {
  await db
    .update(payments)
    .set({ nextCheckAt: sql`now()` })
    .where(
      and(
        isLive,
        sql`${payments.nextCheckAt} > now() + make_interval(secs => ${leaseSeconds})`,
        sql`${payments.createdAt} > now() - make_interval(secs => ${daySeconds})`,
      ),
    );
}

export async function leaseDuePayments(db: Database, limit: number): Promise<DuePayment[]> {
  const isDue = sql`${payments.id} in (select id from payments where state in ('creating', 'open', 'processing')
    and next_check_at <= now() order by next_check_at limit ${limit} for update skip locked)`;
  const leased = await db
    .update(payments)
    .set({ nextCheckAt: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(isDue)
    .returning();
  if (leased.length === 0) return [];
  const ids = leased.map(({ orderId }) => orderId);
  const rows = await db
    .select({ id: orders.id, state: orders.paymentState })
    .from(orders)
    .where(inArray(orders.id, ids));
  const stateOf = new Map(rows.map(({ id, state }) => [id, state as PaymentState]));
  return leased.flatMap((payment) => {
    const paymentState = stateOf.get(payment.orderId);
    return paymentState ? [{ payment, paymentState }] : [];
  });
}

export async function postponeCheck(db: Database, payment: PaymentRow): Promise<void> {
  const { id, checks } = payment;
  const seconds = secondsToNextCheck(payment, ageSeconds(payment));
  await db
    .update(payments)
    .set({ checks: checks + 1, nextCheckAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(payments.id, id), isLive));
}

/** Each time for longer: most that are not paid within minutes never are, and webhooks report the rest. */
export function secondsToNextCheck(
  { checks, state }: Pick<PaymentRow, "checks" | "state">,
  ageSeconds: number,
): number {
  if (ageSeconds > 2 * daySeconds && state !== "processing") return daySeconds;
  return Math.min(leaseSeconds * 2 ** checks, hourSeconds);
}

export function ageSeconds({ createdAt }: PaymentRow): number {
  return (Date.now() - createdAt.getTime()) / 1000;
}
