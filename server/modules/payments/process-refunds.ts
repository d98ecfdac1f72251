import { returnStock } from "#server/modules/catalog/stock.ts";
import { lockOrder, moveOrder, type OrderRow } from "#server/modules/orders/move-order.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
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

type Context = Pick<PaymentsContext, "db" | "provider" | "publishSoon" | "letters">;

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
  else if (outcome.is !== "lease-lost") await postponeRefund(context.db, refund, outcome);
  if (outcome.is === "declined") {
    log.error(`The card provider refused refund ${refund.id}: ${outcome.message}`);
    context.publishSoon(["orders"]);
  }
  return outcome.is !== "failed" && outcome.is !== "unanswered";
}

function outcomeOfError(error: unknown): RefundOutcome {
  if (error instanceof ProviderRejected) return { is: "declined", message: error.message };
  if (error instanceof ProviderDown) return { is: "unanswered", message: error.message };
  throw error;
}

async function completeRefund(context: Context, { id, orderId }: QueuedRefund, refundId: string) {
  const order = await retryOnConflict(() =>
    inTransaction(context.db, async (db) => {
      const found = await lockOrder(db, orderId);
      const done = await markRefunded(db, id, refundId);
      if (found && done) await updateOrder(context, db, found, done.reason);
      return found;
    }),
  );
  context.publishSoon(["parts", "orders"], order?.userId);
  context.letters.wake();
}

async function updateOrder(
  { letters }: Context,
  db: Queries,
  order: OrderRow,
  reason: string,
): Promise<void> {
  // Only a cancelled order waits for its refund, and only for the first: a bank may return the money.
  if (reason === "cancelled" && order.state !== "refunded") {
    await moveOrder(db, order, "returnMoney");
    await returnStock(db, order, { reason: "refunded", order: order.id, user: order.closedBy });
  }
  await letters.addOrderLetter(db, "order-refunded", order);
}
