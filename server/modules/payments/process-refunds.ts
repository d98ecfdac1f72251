// Money that is to go back goes back, by whichever process comes to it. What is wanted is a row,
// stored with the reason for it; here the provider is asked, as often as it takes, to do it once.
import { inTransaction, type Queries } from "#server/platform/database/connect.ts";
import { retryOnConflict } from "#server/platform/database/retry-on-conflict.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { PaymentsContext } from "./context.ts";
import { type Job, startJob } from "./job.ts";
import { type Provider, ProviderDown, ProviderRejected } from "./provider-types.ts";
import { leaseRefund, markRefunded, postponeRefund, type QueuedRefund } from "./refund-queue.ts";
import { requestRefund } from "./request-refund.ts";
import { lockOrder, moveOrder, type OrderRow, queueOrderLetter, returnStock } from "./store.ts";

const lookEvery = 5_000;
/** After so many without an answer in a row the provider is away, and not just for one of them. */
const isAwayAfter = 3;

type Within = Pick<PaymentsContext, "db" | "provider" | "publishSoon" | "letters">;

export function startRefundJob(context: Within): Job {
  return startJob("Refunds could not be worked off", lookEvery, async (isStopping) => {
    const { provider } = context;
    if (!provider) return;
    let unanswered = 0;
    while (!isStopping() && unanswered < isAwayAfter) {
      const wanted = await leaseRefund(context.db);
      if (!wanted) return;
      const isAnswered = await giveBack(context, provider, wanted);
      unanswered = isAnswered ? 0 : unanswered + 1;
    }
  });
}

/** Whether the provider answered, whatever it said. */
async function giveBack(
  context: Within,
  provider: Provider,
  wanted: QueuedRefund,
): Promise<boolean> {
  try {
    const heard = await requestRefund(context.db, provider, wanted);
    if (heard.is === "done") await finish(context, wanted, heard.refundId);
    else if (heard.is === "pending")
      await postponeRefund(context.db, wanted, { ...heard, answer: "some" });
    else if (heard.is === "no") await hearNo(context, wanted, heard.says);
    else if (heard.is === "broken")
      await postponeRefund(context.db, wanted, { ...heard, answer: "some" });
    return heard.is !== "broken";
  } catch (error) {
    if (error instanceof ProviderRejected) {
      await hearNo(context, wanted, error.message);
      return true;
    }
    if (!(error instanceof ProviderDown)) throw error;
    await postponeRefund(context.db, wanted, { says: error.message, answer: "none" });
    return false;
  }
}

/** It may be a no for ever; then somebody has to settle it elsewhere (see settle-elsewhere.ts). */
async function hearNo(
  { db, publishSoon }: Within,
  wanted: QueuedRefund,
  says: string,
): Promise<void> {
  log.error(`The card provider refused refund ${wanted.id}: ${says}`);
  await postponeRefund(db, wanted, { says, answer: "no", refundId: null });
  publishSoon(["orders"]);
}

/** The money is on its way: what waited for that happens with it, once. */
async function finish(context: Within, { id, orderId }: QueuedRefund, refundId: string) {
  const order = await retryOnConflict(() =>
    inTransaction(context.db, async (db) => {
      const found = await lockOrder(db, orderId);
      const done = await markRefunded(db, id, refundId);
      if (found && done) await afterReturn(db, found, done.reason);
      return found;
    }),
  );
  context.publishSoon(["parts", "orders"], order?.userId);
  context.letters.wake();
}

async function afterReturn(db: Queries, order: OrderRow, reason: string): Promise<void> {
  // Where a bank sent the money back and it went a second time, the order was done with before. Of
  // money that came late, twice or not as asked, it knows nothing.
  if (reason === "cancelled" && order.state !== "refunded") {
    await moveOrder(db, order, "returnMoney");
    await returnStock(db, order, "refunded", order.closedBy);
  }
  await queueOrderLetter(db, "order-refunded", order);
}
