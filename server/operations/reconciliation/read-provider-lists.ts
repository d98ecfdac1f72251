import { setTimeout as sleep } from "node:timers/promises";
import type { Provider } from "#server/modules/payments/provider-types.ts";
import type { ProviderPayment } from "./compare-payment.ts";

export type ReadLimits = {
  durationMs: number;
  maxRecords: number;
  pauseMs: number;
};

export const quickLimits: ReadLimits = { durationMs: 15_000, maxRecords: 100_000, pauseMs: 0 };
export const nightlyLimits: ReadLimits = { durationMs: 300_000, maxRecords: 300_000, pauseMs: 100 };

export type ProviderEntry = ProviderPayment & { paymentId: string | undefined };

export type ProviderRecords = {
  intents: Map<string, ProviderEntry>;
  /** What refunds gave back, by payment. */
  returned: Map<string, number>;
  /** Payments from before this were not read; undefined: all were. */
  backTo: Date | undefined;
  /** Where a limit ended the reading; lists begin with the newest. */
  cut: { payments: Date | undefined; refunds: Date | undefined };
  began: Date;
};

const pageSize = 100;

export async function readProviderLists(
  provider: Pick<Provider, "listIntents" | "listRefunds">,
  { from, began }: { from: Date | undefined; began: Date },
  limits: ReadLimits,
  stopping: AbortSignal,
): Promise<ProviderRecords> {
  const span = from && { from };
  // Refunds first: the payment of each is then in the list of payments.
  const returned = new Map<string, number>();
  const cutRefunds = await readList(provider.listRefunds(span), limits, stopping, (refund) => {
    const { intentId, amount, status } = refund;
    if (!intentId || status === "failed") return;
    returned.set(intentId, (returned.get(intentId) ?? 0) + amount);
  });
  const refundsBackTo = cutRefunds ?? from;
  const areRefundsRead = (createdAt: Date) => !refundsBackTo || createdAt > refundsBackTo;
  const intents = new Map<string, ProviderEntry>();
  const cutPayments = await readList(provider.listIntents(span), limits, stopping, (intent) => {
    const { id, status, received, currency, orderId, paymentId, createdAt } = intent;
    const back = areRefundsRead(createdAt) ? (returned.get(id) ?? 0) : undefined;
    intents.set(id, { id, status, received, currency, orderId, paymentId, returned: back });
  });
  const cut = { payments: cutPayments, refunds: cutRefunds };
  return { intents, returned, backTo: cutPayments ?? from, cut, began };
}

async function readList<Item extends { createdAt: Date }>(
  list: AsyncIterable<Item>,
  { durationMs, maxRecords, pauseMs }: ReadLimits,
  stopping: AbortSignal,
  take: (item: Item) => void,
): Promise<Date | undefined> {
  const until = performance.now() + durationMs;
  let count = 0;
  for await (const item of list) {
    if (stopping.aborted || count >= maxRecords || performance.now() > until) return item.createdAt;
    take(item);
    count++;
    if (pauseMs > 0 && count % pageSize === 0)
      await sleep(pauseMs, undefined, { signal: stopping });
  }
  return undefined;
}
