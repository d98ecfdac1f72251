import { setTimeout as sleep } from "node:timers/promises";
import { maxDeclines, obligations } from "#contract/rules/refunds.ts";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { lockOrder, type OrderRow } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { settleAccount } from "#server/modules/payments/account-payments.ts";
import {
  type Provider,
  ProviderDown,
  ProviderRejected,
} from "#server/modules/payments/provider-types.ts";
import { lockPaymentOfIntent, withdrawPromise } from "#server/modules/payments/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { repeatWhileUnreachable } from "#server/platform/database/repeat-while-unreachable.ts";
import { inTransaction, pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { recordReturned } from "./record-returned.ts";
import {
  leaseRefund,
  markFailed,
  markRefunded,
  postponeRefund,
  type QueuedRefund,
  type RefundOutcome,
  releaseRefund,
} from "./refund-queue.ts";
import { requestRefund } from "./request-refund.ts";
import { withdrawLines } from "./store-lines.ts";

/** After so many in a row the provider is down, not just one request. */
const maxUnanswered = 3;
/** A minute: PostgreSQL may have to recover. */
const maxReleaseAttempts = 120;
/** How long a response waits for its refund, which is made in any case. */
const responseWaitMs = 2_000;

export const makeRefundsJob = (context: Context) =>
  defineSchedule({
    kind: "make-refunds",
    title: "Make refunds at the card provider",
    everySeconds: 5,
    run: ({ signal }) => processDueRefunds(context, signal),
  });

export async function processDueRefunds(context: Context, signal?: AbortSignal): Promise<void> {
  const { provider } = context;
  if (!provider) return;
  let unanswered = 0;
  while (!signal?.aborted && unanswered < maxUnanswered) {
    const refund = await leaseRefund(context.db);
    if (!refund) return;
    const hasResponse = await processRefund(context, provider, refund);
    unanswered = hasResponse ? 0 : unanswered + 1;
  }
}

export async function makeRefundNow(context: Context, id: string): Promise<void> {
  const work = processOne(context, id).catch((error) => {
    if (context.stopping.aborted || isDatabaseUnreachable(error)) return;
    log.error({ err: withoutQueryValues(error) }, `Could not make refund ${id}`);
  });
  await Promise.race([work, sleep(responseWaitMs, undefined, { ref: false })]);
}

async function processOne(context: Context, id: string): Promise<void> {
  const { provider } = context;
  const refund = provider && (await leaseRefund(context.db, id));
  if (refund) await processRefund(context, provider, refund);
}

async function processRefund(
  context: Context,
  provider: Provider,
  refund: QueuedRefund,
): Promise<boolean> {
  try {
    const outcome = await makeRefund(context, provider, refund);
    if (outcome.is === "done") await completeRefund(context, refund, outcome.refundId);
    else if (outcome.is === "declined") await recordDecline(context, refund, outcome.message);
    else if (outcome.is !== "lease-lost") await postponeRefund(context.db, refund, outcome);
    return outcome.is !== "failed" && outcome.is !== "unanswered";
  } catch (error) {
    // The next attempt need not wait for the end of the lease. If that fails, it does.
    void repeatWhileUnreachable(() => releaseRefund(context.db, refund), maxReleaseAttempts).catch(
      () => {},
    );
    throw error;
  }
}

const makeRefund = async (
  { db }: Context,
  provider: Provider,
  refund: QueuedRefund,
): Promise<RefundOutcome> =>
  refund.method === "account"
    ? { is: "done", refundId: null }
    : requestRefund(db, provider, refund).catch(outcomeOfError);

function outcomeOfError(error: unknown): RefundOutcome {
  if (error instanceof ProviderRejected) return { is: "declined", message: error.message };
  if (error instanceof ProviderDown) return { is: "unanswered", message: error.message };
  throw error;
}

async function completeRefund(
  context: Context,
  { id, orderId, ...refund }: QueuedRefund,
  refundId: string | null,
): Promise<void> {
  const isOnAccount = refund.method === "account";
  await retryOnConflict(() =>
    inTransaction(context.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order || !(await markRefunded(tx, id, refundId))) return;
      await pipeline(
        recordReturned(context, tx, order, {
          ...refund,
          by: isOnAccount ? "shop" : "card provider",
        }),
        storeOrderEvent(tx, "order.refund-done", order),
        addOrderLetter(tx, "order-refunded", { id, email: order.email }),
      );
      const payment = isOnAccount && (await lockPaymentOfIntent(tx, refund.intentId));
      if (payment) await settleAccount(context, tx, order, payment);
    }),
  );
  void context.events.publish();
  context.jobs.wake();
}

async function recordDecline(
  context: Context,
  refund: QueuedRefund,
  message: string,
): Promise<void> {
  log.error(`The card provider refused refund ${refund.id}: ${message}`);
  await retryOnConflict(() =>
    inTransaction(context.db, async (tx) => {
      const order = await lockOrder(tx, refund.orderId);
      const isGivenUp = order && (await giveUp(tx, order, refund, message));
      if (!isGivenUp) await postponeRefund(tx, refund, { is: "declined", message });
      if (order) await storeOrderEvent(tx, "order.refund-declined", order);
    }),
  );
  void context.events.publish();
}

/** A cancelled order and money that the shop may not keep wait for their refund as long as it takes. */
const isObligation = (reason: string) => obligations.some((each) => each === reason);

async function giveUp(
  tx: Queries,
  order: OrderRow,
  refund: QueuedRefund,
  message: string,
): Promise<boolean> {
  if (refund.declines + 1 < maxDeclines || isObligation(refund.reason)) return false;
  if (order.state !== "paid" || !(await markFailed(tx, refund, message))) return false;
  await withdrawPromise(tx, refund.paymentId, refund.amount);
  await withdrawLines(tx, refund.orderId, refund.id);
  return true;
}
