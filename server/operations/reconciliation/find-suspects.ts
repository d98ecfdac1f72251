import { sql } from "drizzle-orm";
import type { Session } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { comparePayment, type ShopPayment } from "./compare-payment.ts";
import type { ProviderEntry, ProviderRecords } from "./read-provider-lists.ts";
import { type Scope, uuidArray } from "./scope.ts";

const batchSize = 500;
/** Clocks differ, and the provider counts in whole seconds. */
const clockToleranceMs = 60_000;

export async function findKnownIntents(db: Session, scope: Scope): Promise<Set<string>> {
  const rows = await queryRows<{ intent: string }>(
    db,
    sql`
    select intent_id as intent from payments
    where order_id = any(${uuidArray(scope.known)}) and intent_id is not null
      and method = 'card'`,
  );
  return new Set([...rows.map(({ intent }) => intent), ...scope.knownIntents]);
}

export async function findSuspects(
  db: Session,
  records: ProviderRecords,
  scope: Scope,
  known: Set<string>,
): Promise<string[]> {
  const isCompared = (intent: string) => records.intents.get(intent)?.returned !== undefined;
  const suspects = await findDiffering(db, [...records.intents.values()]);
  // A recent refund may belong to an old payment.
  const old = [...records.returned.keys()].filter((intent) => !isCompared(intent));
  for (const batch of batchesOf(old)) {
    for (const { intent, refunds } of await findShopPayments(db, batch)) {
      // Refunds of before the list may be missing in the sum.
      const { open, done, elsewhere } = refunds;
      const returned = records.returned.get(intent ?? "") ?? 0;
      if (intent && returned > open + done + elsewhere) suspects.push(intent);
    }
  }
  for (const intent of await findSucceeded(db, records, scope)) {
    if (!records.intents.has(intent)) suspects.push(intent);
  }
  const unread = [...known].filter((intent) => !isCompared(intent));
  const again = suspects.filter((intent) => known.has(intent));
  return [...new Set([...unread, ...again, ...suspects])];
}

async function findDiffering(db: Session, entries: ProviderEntry[]): Promise<string[]> {
  const differing: string[] = [];
  for (const batch of batchesOf(entries)) {
    const intents = batch.map(({ id }) => id);
    const ids = batch.flatMap(({ paymentId }) => paymentId ?? []);
    const here = await findShopPayments(db, intents, ids);
    const rows = new Map(here.map((row) => [row.intent ?? row.id, row]));
    const rowOf = ({ id, paymentId = "" }: ProviderEntry) => rows.get(id) ?? rows.get(paymentId);
    for (const entry of batch) {
      if (comparePayment(entry, rowOf(entry))) differing.push(entry.id);
    }
  }
  return differing;
}

function* batchesOf<Item>(items: Item[]): Iterable<Item[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}

async function findSucceeded(
  db: Session,
  { backTo, began }: ProviderRecords,
  scope: Scope,
): Promise<string[]> {
  const since = new Date(backTo ? backTo.getTime() + clockToleranceMs : 0).toISOString();
  const rows = await queryRows<{ intent: string }>(
    db,
    sql`
    select p.intent_id as intent from payments p
    where p.state = 'succeeded' and p.intent_id is not null and p.method = 'card'
      and p.created_at >= ${since} and p.created_at <= ${began.toISOString()}
      and (${scope.full} or p.order_id = any(${uuidArray(scope.orders)}))`,
  );
  return rows.map(({ intent }) => intent);
}

type Row = ShopPayment & { id: string };
type Joined = Omit<Row, "refunds"> & { open: string; done: string; elsewhere: string };

export async function findShopPayments(
  db: Session,
  intents: string[],
  ids: string[] = [],
): Promise<Row[]> {
  const rows = await queryRows<Joined>(
    db,
    sql`
    select p.id, p.order_id as order, p.intent_id as intent, p.state, p.amount_cents as amount,
      p.captured_cents as captured, p.currency, r.open, r.done, r.elsewhere
    from payments p cross join lateral (select
        coalesce(sum(amount_cents) filter (where status in ('wanted', 'asked')), 0) as open,
        coalesce(sum(amount_cents) filter (where status = 'succeeded'), 0) as done,
        coalesce(sum(amount_cents) filter (where status = 'elsewhere'), 0) as elsewhere
      from refunds where refunded_payment_id = p.id) r
    where p.intent_id = any(string_to_array(${intents.join()}, ','))
      or (p.intent_id is null and p.id = any(${uuidArray(ids)}))`,
  );
  return rows.map(({ open, done, elsewhere, ...row }) => ({
    ...row,
    amount: Number(row.amount),
    captured: Number(row.captured),
    refunds: { open: Number(open), done: Number(done), elsewhere: Number(elsewhere) },
  }));
}
