// The card provider's own book against the shop's payments and refunds. The book is read over the
// network while people go on paying, so whatever seems to differ is asked for once more, alone.
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Difference } from "#contract/reconciliation.ts";
import {
  type Provider,
  ProviderDown,
  ProviderRejected,
} from "#server/modules/payments/provider-types.ts";
import type { Session } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { comparePayment, type PaymentDifference, type ShopPayment } from "./compare-payment.ts";
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
import { type Scope, uuidArray } from "./scope.ts";

type Book = Pick<Provider, "findIntent" | "listIntents" | "listRefunds">;
/** `payment`: ours, as the provider was told of it. */
export type Mismatch = {
  judgement: PaymentDifference;
  about: string;
  intent: string;
  payment?: string;
};
export type ProviderComparison = { found: Mismatch[]; notes: Difference[]; isUnread: boolean };
type Unread = { why: Difference };

/** Of late: payments are asked for some time before they are paid. */
const lateHours = 2;
/** What was on its way when the book was read has arrived then. */
const oneMoment = 1_000;
/** Clocks differ; the book counts in whole seconds. */
const slack = 60_000;
const atOnce = 500;
/** Of the suspects, one by one: other checks wait for it, even at night. */
const askFor = 60_000;

/** May take minutes where the limits allow it, and needs no connection meanwhile. */
export async function readProviderRecords(
  book: Book | undefined,
  { full, now }: Pick<Scope, "full" | "now">,
  limits: ReadLimits,
  stopping: AbortSignal,
): Promise<ProviderRecords | Unread> {
  if (!book) return { why: providerNotSetUp };
  const from = full ? undefined : new Date(now.getTime() - lateHours * 3_600_000);
  return unlessDown(() => readProviderLists(book, { from, began: now }, limits, stopping));
}

export async function compareWithProvider(
  db: Session,
  book: Book | undefined,
  read: ProviderRecords | Unread,
  { scope, limits, stopping }: { scope: Scope; limits: ReadLimits; stopping: AbortSignal },
): Promise<ProviderComparison> {
  const checked =
    book && !("why" in read)
      ? await unlessDown(() => compare(db, book, read, { scope, limits, stopping }))
      : read;
  return "found" in checked
    ? checked
    : { found: [], notes: "why" in checked ? [checked.why] : [], isUnread: true };
}

async function unlessDown<Result>(ask: () => Promise<Result>): Promise<Result | Unread> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRejected)) throw error;
    return { why: providerUnreadable(error.message) };
  }
}

async function compare(
  db: Session,
  book: Book,
  read: ProviderRecords,
  { scope, limits, stopping }: { scope: Scope; limits: ReadLimits; stopping: AbortSignal },
): Promise<ProviderComparison> {
  const known = await knownIntents(db, scope);
  const suspects = await suspectsIn(db, read, scope, known);
  if (suspects.length > 0) await pause(oneMoment, undefined, { signal: stopping });
  const until = performance.now() + Math.min(limits.milliseconds, askFor);
  const found: Mismatch[] = [];
  let looked = 0;
  for (const intent of suspects) {
    // What differed before comes first, and is looked at in any case: nothing is forgotten.
    const isEnough = found.length >= maxPerKind || performance.now() > until;
    if (isEnough && !known.has(intent)) break;
    looked++;
    const there = await lookUp(book, intent);
    const payment = there?.paymentId;
    const [here] = await paymentsHere(db, [intent], payment ? [payment] : []);
    const judgement = comparePayment(there, here);
    // One whose name never arrived here is found again by its name there.
    const about = here?.intent ? here.order : intent;
    if (judgement) found.push({ judgement, about, intent, ...(payment && { payment }) });
  }
  const notes = partlyRead(read, limits === nightlyLimits);
  if (looked < suspects.length) notes.push(tooManyMismatches(suspects.length, looked));
  return { found, notes, isUnread: false };
}

/** What differed before, by the provider's names, in whatever state it is here. */
async function knownIntents(db: Session, scope: Scope): Promise<Set<string>> {
  const rows = await queryRows<{ intent: string }>(
    db,
    sql`
    select intent_id as intent from payments
    where order_id = any(${uuidArray(scope.known)}) and intent_id is not null`,
  );
  return new Set([...rows.map(({ intent }) => intent), ...scope.knownIntents]);
}

/** The payments of which the book and the shop do not say the same; those known before first. */
async function suspectsIn(
  db: Session,
  read: ProviderRecords,
  scope: Scope,
  known: Set<string>,
): Promise<string[]> {
  const isWhole = (intent: string) => read.intents.get(intent)?.returned !== undefined;
  const differing = await differingIn(db, [...read.intents.values()]);
  // What went back of late may have come long ago.
  const old = [...read.returned.keys()].filter((intent) => !isWhole(intent));
  for (const slice of slicesOf(old)) {
    for (const { intent, refund } of await paymentsHere(db, slice)) {
      if (intent && !refund) differing.push(intent);
    }
  }
  for (const intent of await succeededHere(db, read, scope)) {
    if (!read.intents.has(intent)) differing.push(intent);
  }
  const first = [...known].filter((intent) => !isWhole(intent));
  const again = differing.filter((intent) => known.has(intent));
  return [...new Set([...first, ...again, ...differing])];
}

async function differingIn(db: Session, seen: ProviderEntry[]): Promise<string[]> {
  const differing: string[] = [];
  for (const slice of slicesOf(seen)) {
    const intents = slice.map(({ id }) => id);
    const ids = slice.flatMap(({ paymentId }) => paymentId ?? []);
    const here = await paymentsHere(db, intents, ids);
    const rows = new Map(here.map((row) => [row.intent ?? row.id, row]));
    const rowOf = ({ id, paymentId = "" }: ProviderEntry) => rows.get(id) ?? rows.get(paymentId);
    differing.push(
      ...slice.filter((there) => comparePayment(there, rowOf(there))).map(({ id }) => id),
    );
  }
  return differing;
}

function* slicesOf<One>(all: One[]): Iterable<One[]> {
  for (let at = 0; at < all.length; at += atOnce) yield all.slice(at, at + atOnce);
}

/** What counts as paid here, so far back as the book was read. */
async function succeededHere(
  db: Session,
  { backTo, began }: ProviderRecords,
  scope: Scope,
): Promise<string[]> {
  const since = new Date(backTo ? backTo.getTime() + slack : 0).toISOString();
  const rows = await queryRows<{ intent: string }>(
    db,
    sql`
    select p.intent_id as intent from payments p
    where p.state = 'succeeded' and p.intent_id is not null
      and p.created_at >= ${since} and p.created_at <= ${began.toISOString()}
      and (${scope.full} or p.order_id = any(${uuidArray(scope.orders)}))`,
  );
  return rows.map(({ intent }) => intent);
}

type Row = ShopPayment & { id: string };

/** By the provider's names, and by ours where the provider's never arrived. */
async function paymentsHere(db: Session, intents: string[], ids: string[] = []): Promise<Row[]> {
  type Joined = Omit<Row, "refund"> & {
    refundState: string | null;
    refundAmount: string;
    isElsewhere: boolean;
  };
  const rows = await queryRows<Joined>(
    db,
    sql`
    select p.id, p.order_id as order, p.intent_id as intent, p.state, p.amount_cents as amount,
      p.currency, r.state as "refundState", r.amount_cents as "refundAmount",
      r.settled_note is not null as "isElsewhere"
    from payments p left join refunds r on r.payment_id = p.id
    where p.intent_id = any(string_to_array(${intents.join()}, ','))
      or (p.intent_id is null and p.id = any(${uuidArray(ids)}))`,
  );
  return rows.map(({ refundState, refundAmount, isElsewhere, ...row }) => ({
    ...row,
    amount: Number(row.amount),
    refund: refundState ? { state: refundState, amount: Number(refundAmount), isElsewhere } : null,
  }));
}

async function lookUp(book: Book, id: string): Promise<ProviderEntry | undefined> {
  try {
    let returned = 0;
    for await (const { amount, status } of book.listRefunds({ intentId: id })) {
      if (status !== "failed") returned += amount;
    }
    return { ...(await book.findIntent(id)), returned };
  } catch (error) {
    if (error instanceof ProviderRejected) return undefined;
    throw error;
  }
}
