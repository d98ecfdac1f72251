// Asking the provider for what is to go back. What was given back already is read in its own list
// first, whoever did it: answers get lost, people refund by hand, and banks send money back.
import type { Cents } from "#contract/rules/money.ts";
import type { Database } from "#server/platform/database/connect.ts";
import {
  type Provider,
  ProviderFailed,
  type ProviderRefund,
  ProviderRejected,
} from "./provider-types.ts";
import { type QueuedRefund, startAttempt } from "./refund-queue.ts";

/** What came of it. An answer of any kind ends the attempt. */
export type RefundOutcome =
  | { is: "done"; refundId: string }
  | { is: "pending"; refundId: string; says: string }
  | { is: "no"; says: string }
  /** It failed by its own word; whether it was done, its list will tell. */
  | { is: "broken"; says: string }
  /** Somebody else has it in hand by now. */
  | { is: "not-ours" };

const heard = ({ id, status }: ProviderRefund): RefundOutcome => {
  const says = `The provider says: ${status}`;
  if (status === "failed") return { is: "no", says };
  return status === "succeeded"
    ? { is: "done", refundId: id }
    : { is: "pending", refundId: id, says };
};

export async function requestRefund(
  db: Database,
  provider: Provider,
  wanted: QueuedRefund,
): Promise<RefundOutcome> {
  const { left, name, pending, failed } = await readRefunds(provider, wanted);
  if (left <= 0 && name) return heard(pending ?? name);
  if (failed) return heard(failed);
  const asking = await startAttempt(db, wanted);
  if (!asking) return { is: "not-ours" };
  const answer = await ask(provider, { ...wanted, ...asking, amount: left });
  return answer.is === "done" && pending ? heard(pending) : answer;
}

type Asked = QueuedRefund & { isRepeated: boolean };

async function ask(provider: Provider, asked: Asked): Promise<RefundOutcome> {
  const { id, attempt, orderId, intentId, amount, isRepeated } = asked;
  try {
    const given = await provider.refund({ refundId: id, attempt, orderId, intentId, amount });
    // To the same key the same answer comes, whatever became of the refund since.
    return heard(isRepeated ? await provider.findRefund(given.id) : given);
  } catch (error) {
    if (error instanceof ProviderFailed) return { is: "broken", says: error.message };
    if (error instanceof ProviderRejected) return { is: "no", says: error.message };
    throw error;
  }
}

type Standing = {
  /** Of the amount, what nobody gave back yet. */
  left: Cents;
  /** One of those that gave it: ours, if it is among them. */
  name: ProviderRefund | undefined;
  /** One that may still fail. */
  pending: ProviderRefund | undefined;
  /** Ours that failed, where that is news. */
  failed: ProviderRefund | undefined;
};

export async function readRefunds(
  provider: Provider,
  { id, intentId, amount, refundId, attempt, askedAt }: QueuedRefund,
): Promise<Standing> {
  const all: ProviderRefund[] = [];
  for await (const returned of provider.listRefunds({ intentId })) all.push(returned);
  const given = all.filter(({ status }) => status !== "failed");
  const isNow = (one: ProviderRefund) => one.refundId === id && one.attempt === attempt;
  return {
    left: amount - given.reduce((sum, { amount: part }) => sum + part, 0),
    name: given.find((one) => one.refundId === id) ?? given[0],
    pending: given.find(({ status }) => status === "pending"),
    failed: all.find(
      (one) => one.status === "failed" && (one.id === refundId || (askedAt && isNow(one))),
    ),
  };
}
