import type { Cents } from "#contract/rules/money.ts";
import {
  type Provider,
  ProviderFailed,
  type ProviderRefund,
  ProviderRejected,
} from "#server/modules/payments/provider-types.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { type QueuedRefund, type RefundOutcome, startAttempt } from "./refund-queue.ts";

/** A response may have been lost, a person may have refunded in the dashboard, and banks return money. */
export async function requestRefund(
  db: Database,
  provider: Provider,
  refund: QueuedRefund,
): Promise<RefundOutcome> {
  const { remaining, made, pending, failed } = await readRefunds(provider, refund);
  if (remaining <= 0) return made ? toOutcome(pending ?? made) : { is: "done", refundId: null };
  if (failed) return toOutcome(failed);
  const started = await startAttempt(db, refund);
  if (!started) return { is: "lease-lost" };
  const outcome = await sendRequest(provider, { ...refund, ...started, amount: remaining });
  return outcome.is === "done" && pending ? toOutcome(pending) : outcome;
}

async function sendRequest(
  provider: Provider,
  request: QueuedRefund & { isRepeated: boolean },
): Promise<RefundOutcome> {
  const { id, attempt, orderId, intentId, amount, isRepeated } = request;
  try {
    const refund = await provider.refund({ refundId: id, attempt, orderId, intentId, amount });
    // A repeated key gets the first response again, whatever became of the refund since.
    return toOutcome(isRepeated ? await provider.findRefund(refund.id) : refund);
  } catch (error) {
    if (error instanceof ProviderFailed) return { is: "failed", message: error.message };
    if (error instanceof ProviderRejected) return { is: "declined", message: error.message };
    throw error;
  }
}

function toOutcome({ id, status }: ProviderRefund): RefundOutcome {
  const message = `The provider says: ${status}`;
  if (status === "failed") return { is: "declined", message };
  return status === "succeeded"
    ? { is: "done", refundId: id }
    : { is: "pending", refundId: id, message };
}

type RefundsOfIntent = {
  remaining: Cents;
  made: ProviderRefund | undefined;
  pending: ProviderRefund | undefined;
  failed: ProviderRefund | undefined;
};

export async function readRefunds(
  provider: Provider,
  { id, intentId, amount, captured, createdAt, others, ...asked }: QueuedRefund,
): Promise<RefundsOfIntent> {
  const { refundId, attempt, askedAt } = asked;
  const all = await Array.fromAsync(provider.listRefunds({ intentId }));
  const valid = all.filter(({ status }) => status !== "failed");
  const isOfAnother = (refund: ProviderRefund) =>
    others.includes(refund.id) || others.includes(refund.refundId ?? "");
  const usable = valid.filter((refund) => !isOfAnother(refund));
  const isOurs = (refund: ProviderRefund) => refund.refundId === id;
  // The provider counts in whole seconds.
  const since = Math.floor(+createdAt / 1000) * 1000;
  const counted = usable.filter((refund) => isOurs(refund) || +refund.createdAt >= since);
  const isLastAttempt = (refund: ProviderRefund) =>
    askedAt !== null && isOurs(refund) && refund.attempt === attempt;
  return {
    remaining: Math.min(amount - sumOf(counted), captured - sumOf(valid)),
    made: usable.find(isOurs) ?? usable[0],
    pending: usable.find(({ status }) => status === "pending"),
    failed: all.find(
      (refund) => refund.status === "failed" && (refund.id === refundId || isLastAttempt(refund)),
    ),
  };
}

const sumOf = (refunds: ProviderRefund[]): Cents =>
  refunds.reduce((sum, refund) => sum + refund.amount, 0);
