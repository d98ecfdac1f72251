// People go on paying meanwhile, so each payment that seems to differ is read again before it counts.
import { setTimeout as sleep } from "node:timers/promises";
import type { Difference } from "#contract/reconciliation.ts";
import {
  type Provider,
  ProviderDown,
  ProviderRejected,
} from "#server/modules/payments/provider-types.ts";
import type { Session } from "#server/platform/database/connect.ts";
import { comparePayment, type PaymentDifference } from "./compare-payment.ts";
import { findKnownIntents, findShopPayments, findSuspects } from "./find-suspects.ts";
import {
  partlyRead,
  providerNotSetUp,
  providerUnreadable,
  tooManyMismatches,
} from "./provider-notes.ts";
import {
  nightlyLimits,
  type ProviderEntry,
  type ProviderRecords,
  type ReadLimits,
  readProviderLists,
} from "./read-provider-lists.ts";
import { maxPerKind } from "./rule.ts";
import type { Scope } from "./scope.ts";

type Lists = Pick<Provider, "findIntent" | "listIntents" | "listRefunds">;
export type Mismatch = {
  difference: PaymentDifference;
  about: string;
  intent: string;
  payment?: string;
};
type Unreadable = { note: Difference };
export type ReadResult = ProviderRecords | Unreadable;
type Options = { scope: Scope; limits: ReadLimits; stopping: AbortSignal };
type Comparison = { mismatches: Mismatch[]; notes: Difference[]; isComplete: boolean };

export const providerKinds: ReadonlySet<string> = new Set([
  "unknown-there",
  "charged-unknown-here",
  "charged-not-recorded",
  "recorded-not-charged",
  "amount-differs-there",
  "other-order",
  "refunded-there-only",
  "refunded-here-only",
  "refund-differs-there",
  "refunded-twice",
]);

const recentHours = 2;
const settleDelayMs = 1_000;
/** Other checks wait for the lock meanwhile. */
const recheckLimitMs = 60_000;

export async function readProviderRecords(
  provider: Lists | undefined,
  { full, now }: Pick<Scope, "full" | "now">,
  limits: ReadLimits,
  stopping: AbortSignal,
): Promise<ReadResult> {
  if (!provider) return { note: providerNotSetUp };
  const from = full ? undefined : new Date(now.getTime() - recentHours * 3_600_000);
  return unlessDown(() => readProviderLists(provider, { from, began: now }, limits, stopping));
}

export async function compareWithProvider(
  db: Session,
  provider: Lists | undefined,
  records: ReadResult,
  options: Options,
): Promise<Comparison> {
  const result =
    provider && !("note" in records)
      ? await unlessDown(() => recheckSuspects(db, provider, records, options))
      : records;
  if ("mismatches" in result) return result;
  return { mismatches: [], notes: "note" in result ? [result.note] : [], isComplete: false };
}

async function unlessDown<Result>(read: () => Promise<Result>): Promise<Result | Unreadable> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRejected)) throw error;
    return { note: providerUnreadable(error.message) };
  }
}

async function recheckSuspects(
  db: Session,
  provider: Lists,
  records: ProviderRecords,
  { scope, limits, stopping }: Options,
): Promise<Comparison> {
  const known = await findKnownIntents(db, scope);
  const suspects = await findSuspects(db, records, scope, known);
  if (suspects.length > 0) await sleep(settleDelayMs, undefined, { signal: stopping });
  const end = performance.now() + Math.min(limits.durationMs, recheckLimitMs);
  const mismatches: Mismatch[] = [];
  let checked = 0;
  for (const intent of suspects) {
    // Known ones come first and are checked in any case, so that none is forgotten.
    const isEnough = mismatches.length >= maxPerKind || performance.now() > end;
    if (isEnough && !known.has(intent)) break;
    checked++;
    const there = await readEntry(provider, intent);
    const payment = there?.paymentId;
    const [here] = await findShopPayments(db, [intent], payment ? [payment] : []);
    const difference = comparePayment(there, here);
    // Without the intent id here, the next check finds it again by the provider's id.
    const about = here?.intent ? here.order : intent;
    if (difference) mismatches.push({ difference, about, intent, ...(payment && { payment }) });
  }
  const notes = partlyRead(records, limits === nightlyLimits);
  if (checked < suspects.length) notes.push(tooManyMismatches(suspects.length, checked));
  return { mismatches, notes, isComplete: true };
}

async function readEntry(provider: Lists, id: string): Promise<ProviderEntry | undefined> {
  try {
    let returned = 0;
    for await (const { amount, status } of provider.listRefunds({ intentId: id })) {
      if (status !== "failed") returned += amount;
    }
    return { ...(await provider.findIntent(id)), returned };
  } catch (error) {
    if (error instanceof ProviderRejected) return undefined;
    throw error;
  }
}
