// Finishes unreported payments: the browser did not return, a webhook was lost, or a process
// ended in between.

import { and, eq, inArray, sql } from "drizzle-orm";
import { moveProblem, type PaymentState } from "#contract/rules/order-states.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { PaymentsContext } from "#server/modules/payments/context.ts";
import {
  ProviderDown,
  ProviderRejected,
  requireProvider,
} from "#server/modules/payments/provider-types.ts";
import { closeUnopenedPayment, isLive, type PaymentRow } from "#server/modules/payments/store.ts";
import { payments } from "#server/modules/payments/tables.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { defineSchedule, type JobDefinition } from "#server/platform/jobs/job.ts";
import { createAtProvider } from "./create-intent.ts";
import { recordIntent, settlePayment } from "./settle-payment.ts";

const leaseSeconds = 30;
const batchSize = 20;
const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

type DuePayment = { payment: PaymentRow; paymentState: PaymentState };

export function checkPaymentsJob(context: PaymentsContext): JobDefinition {
  let isFirst = true;
  return defineSchedule({
    kind: "check-payments",
    title: "Ask the card provider about unreported payments",
    everySeconds: 5,
    async run({ signal }) {
      if (isFirst) await makeRecentDue(context.db);
      isFirst = false;
      await reconcileDuePayments(context, signal);
    },
  });
}

async function makeRecentDue(db: Database): Promise<void> {
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

/** Stops where the provider answers for none of a batch: one payment that fails must not block others. */
export async function reconcileDuePayments(
  context: PaymentsContext,
  signal?: AbortSignal,
): Promise<void> {
  if (!context.provider) return;
  while (!signal?.aborted) {
    const due = await leaseDue(context.db);
    const answered = await Promise.all(due.map((one) => reconcilePayment(context, one)));
    if (due.length < batchSize || !answered.includes(true)) return;
  }
}

async function leaseDue(db: Database): Promise<DuePayment[]> {
  const isDue = sql`${payments.id} in (select id from payments where state in ('creating', 'open', 'processing')
    and next_check_at <= now() order by next_check_at limit ${batchSize} for update skip locked)`;
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

async function reconcilePayment(
  context: PaymentsContext,
  { payment, paymentState }: DuePayment,
): Promise<boolean> {
  const isPayable = !moveProblem("pay", paymentState);
  try {
    if (!payment.intentId) await createOrClose(context, payment, isPayable);
    else if (isPayable) {
      const { is } = await settlePayment(context, payment);
      if (is === "provider-down") return false;
    } else {
      const intent = await requireProvider(context).cancelIntent(payment.intentId);
      await recordIntent(context, payment, intent);
    }
  } catch (error) {
    if (error instanceof ProviderDown) return false;
    if (!(error instanceof ProviderRejected)) throw error;
  }
  await postponeCheck(context.db, payment);
  return true;
}

async function createOrClose(
  context: PaymentsContext,
  payment: PaymentRow,
  isPayable: boolean,
): Promise<void> {
  if (isPayable && ageSeconds(payment) <= hourSeconds) await createAtProvider(context, payment);
  else await closeUnopenedPayment(context.db, payment.id);
}

async function postponeCheck(db: Database, payment: PaymentRow): Promise<void> {
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

function ageSeconds({ createdAt }: PaymentRow): number {
  return (Date.now() - createdAt.getTime()) / 1000;
}
