// The card provider's own book, page by page: as far back as is asked, or as time allows.
import { setTimeout as sleep } from "node:timers/promises";
import type { Provider } from "#server/modules/payments/provider-types.ts";
import type { ProviderPayment } from "./compare-payment.ts";

/** For each of the two lists, refunds and payments. */
export type ReadLimits = {
  milliseconds: number;
  most: number;
  /** Between pages, so that others are answered too. */
  pause: number;
};

/** Somebody waits for it, or the next minute's check. */
export const quickLimits: ReadLimits = { milliseconds: 15_000, most: 100_000, pause: 0 };
/** Ten minutes in all. */
export const nightlyLimits: ReadLimits = { milliseconds: 300_000, most: 300_000, pause: 100 };

/** What was refunded of it is not known where the list of refunds was not read so far back. */
export type ProviderEntry = ProviderPayment & { paymentId: string | undefined };

export type ProviderRecords = {
  intents: Map<string, ProviderEntry>;
  /** What went back of late, whenever it had come. */
  returned: Map<string, number>;
  /** How far back all payments were read; none where there were no more. */
  backTo: Date | undefined;
  /** Where the limits ended it before that. */
  cut: { payments: Date | undefined; refunds: Date | undefined };
  /** When the reading began: what is newer is in the book, but was not read. */
  began: Date;
};

const page = 100;

export async function readProviderLists(
  book: Pick<Provider, "listIntents" | "listRefunds">,
  { from, began }: { from: Date | undefined; began: Date },
  limits: ReadLimits,
  stopping: AbortSignal,
): Promise<ProviderRecords> {
  const span = from && { from };
  // Refunds first: one that comes meanwhile belongs to a payment that is in the other list.
  const returned = new Map<string, number>();
  const cutRefunds = await readList(book.listRefunds(span), limits, stopping, (refund) => {
    const { intentId, amount, status } = refund;
    if (!intentId || status === "failed") return;
    returned.set(intentId, (returned.get(intentId) ?? 0) + amount);
  });
  const refundsBackTo = cutRefunds ?? from;
  // Money goes back after it came.
  const isKnown = (createdAt: Date) => !refundsBackTo || createdAt > refundsBackTo;
  const intents = new Map<string, ProviderEntry>();
  const cutPayments = await readList(book.listIntents(span), limits, stopping, (intent) => {
    const { id, status, received, currency, orderId, paymentId, createdAt } = intent;
    const back = isKnown(createdAt) ? (returned.get(id) ?? 0) : undefined;
    intents.set(id, { id, status, received, currency, orderId, paymentId, returned: back });
  });
  const cut = { payments: cutPayments, refunds: cutRefunds };
  return { intents, returned, backTo: cutPayments ?? from, cut, began };
}

/** Newest first. Answers when the first was made that was not read; none where all were. */
async function readList<One extends { createdAt: Date }>(
  list: AsyncIterable<One>,
  { milliseconds, most, pause }: ReadLimits,
  stopping: AbortSignal,
  take: (one: One) => void,
): Promise<Date | undefined> {
  const until = performance.now() + milliseconds;
  let count = 0;
  for await (const one of list) {
    if (stopping.aborted || count >= most || performance.now() > until) return one.createdAt;
    take(one);
    count++;
    if (pause > 0 && count % page === 0) await sleep(pause, undefined, { signal: stopping });
  }
  return undefined;
}
