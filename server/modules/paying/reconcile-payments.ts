// Finishes unreported payments: the browser did not return, a webhook was lost, or a process
// ended in between.

import { moveProblem } from "#contract/rules/order-states.ts";
import type { Context } from "#server/context.ts";
import {
  ageSeconds,
  type DuePayment,
  leaseDuePayments,
  makeRecentPaymentsDue,
  postponeCheck,
} from "#server/modules/payments/payment-checks.ts";
import {
  ProviderDown,
  ProviderRejected,
  requireProvider,
} from "#server/modules/payments/provider-types.ts";
import { closeUnopenedPayment, type PaymentRow } from "#server/modules/payments/store.ts";
import { defineSchedule, type JobDefinition } from "#server/platform/jobs/job.ts";
import { createAtProvider } from "./create-intent.ts";
import { recordIntent, settlePayment } from "./settle-payment.ts";

const batchSize = 20;
const hourSeconds = 3_600;

export function checkPaymentsJob(context: Context): JobDefinition {
  let isFirst = true;
  return defineSchedule({
    kind: "check-payments",
    title: "Ask the card provider about unreported payments",
    everySeconds: 5,
    async run({ signal }) {
      if (isFirst) await makeRecentPaymentsDue(context.db);
      isFirst = false;
      await reconcileDuePayments(context, signal);
    },
  });
}

/** Stops where the provider answers for none of a batch: one payment that fails must not block others. */
export async function reconcileDuePayments(context: Context, signal?: AbortSignal): Promise<void> {
  if (!context.provider) return;
  while (!signal?.aborted) {
    const due = await leaseDuePayments(context.db, batchSize);
    const answered = await Promise.all(due.map((one) => reconcilePayment(context, one)));
    if (due.length < batchSize || !answered.includes(true)) return;
  }
}

async function reconcilePayment(
  context: Context,
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
  context: Context,
  payment: PaymentRow,
  isPayable: boolean,
): Promise<void> {
  if (isPayable && ageSeconds(payment) <= hourSeconds) await createAtProvider(context, payment);
  else await closeUnopenedPayment(context.db, payment.id);
}
