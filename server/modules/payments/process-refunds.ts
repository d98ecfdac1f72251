import { queueOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { lockOrder, moveOrder, type OrderRow } from "#server/modules/orders/move-order.ts";
import { orderEvent } from "#server/modules/orders/order-event.ts";
import { inTransaction, type Queries } from "#server/platform/database/connect.ts";
import { retryOnConflict } from "#server/platform/database/retry-on-conflict.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { PaymentsContext } from "./context.ts";
import { type Job, startJob } from "./job.ts";
import { type Provider, ProviderDown, ProviderRejected } from "./provider-types.ts";
import {
  leaseRefund,
  markRefunded,
  postponeRefund,
  type QueuedRefund,
  type RefundOutcome,
} from "./refund-queue.ts";
import { requestRefund } from "./request-refund.ts";

const intervalMs = 5_000;
/** After so many in a row the provider is down, not just one request. */
const maxUnanswered = 3;

type Context = Pick<PaymentsContext, "db" | "provider" | "events" | "jobs">;

export function startRefundJob(context: Context): Job {
  return startJob("Refunds could not be processed", intervalMs, async (isStopping) => {
    const { provider } = context;
    if (!provider) return;
    let unanswered = 0;
    while (!isStopping() && unanswered < maxUnanswered) {
      const refund = await leaseRefund(context.db);
      if (!refund) return;
      const hasResponse = await processRefund(context, provider, refund);
      unanswered = hasResponse ? 0 : unanswered + 1;
    }
  });
}

/** False where the provider did not respond. */
async function processRefund(
  context: Context,
  provider: Provider,
  refund: QueuedRefund,
): Promise<boolean> {
  const outcome = await requestRefund(context.db, provider, refund).catch(outcomeOfError);
  if (outcome.is === "done") await completeRefund(context, refund, outcome.refundId);
  else if (outcome.is === "declined") {
    log.error(`The card provider refused refund ${refund.id}: ${outcome.message}`);
    await inTransaction(context.db, async (tx) => {
      await postponeRefund(tx, refund, outcome);
      const order = { id: refund.orderId, userId: null };
      await storeEvents(tx, [orderEvent("order.refund-declined", order)]);
    });
    void context.events.publish();
  } else if (outcome.is !== "lease-lost") await postponeRefund(context.db, refund, outcome);
  return outcome.is !== "failed" && outcome.is !== "unanswered";
}

function outcomeOfError(error: unknown): RefundOutcome {
  if (error instanceof ProviderRejected) return { is: "declined", message: error.message };
  if (error instanceof ProviderDown) return { is: "unanswered", message: error.message };
  throw error;
}

async function completeRefund(context: Context, { id, orderId }: QueuedRefund, refundId: string) {
  await retryOnConflict(() =>
    inTransaction(context.db, async (db) => {
      const found = await lockOrder(db, orderId);
      const done = await markRefunded(db, id, refundId);
      if (found && done) await updateOrder(db, found, done.reason);
    }),
  );
  void context.events.publish();
  context.jobs.wake();
}

async function updateOrder(db: Queries, order: OrderRow, reason: string): Promise<void> {
  // Only for the first refund of the order: a bank may return the money.
  if ((reason === "cancelled" || reason === "late") && order.state === "refunding") {
    await moveOrder(db, order, "returnMoney");
  } else await storeEvents(db, [orderEvent("order.refund-done", order)]);
  await queueOrderLetter(db, "order-refunded", order);
}
