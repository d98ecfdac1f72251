// Compares all that the shop keeps of orders, money and stock, and what the card provider says.
import { sql } from "drizzle-orm";
import type { Difference, ReconciliationReport } from "#contract/reconciliation.ts";
import type { PaymentsContext } from "#server/modules/payments/context.ts";
import type { Session } from "#server/platform/database/connect.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { tryWithLock, withCheckLock, withCheckLockOn } from "./check-lock.ts";
import { compareWithProvider, type Mismatch, readProviderRecords } from "./compare-provider.ts";
import { moneyRules } from "./money-rules.ts";
import { nightlyLimits, quickLimits, type ReadLimits } from "./read-provider-lists.ts";
import type { Rule } from "./rule.ts";
import { findScope, type Scope } from "./scope.ts";
import { settleMismatch } from "./settle-mismatch.ts";
import { manualStockChanges, stockRules } from "./stock-rules.ts";
import { databaseNow, findLatestReport, saveReport, wasFoundBefore } from "./store.ts";

type Wanted = {
  full: boolean;
  /** In seconds: what the provider knows and the shop does not yet may be on its way so long. */
  grace?: number;
  limits?: ReadLimits;
};

/** What a full check asks of a million orders takes longer than what people may ask. */
const fullWithin = "10min";

type Asking = Pick<PaymentsContext, "dedicated" | "provider" | "stopping">;

/** Keeps what it finds, tells what is new, and writes down what was paid and is not written down. */
export function reconcile(context: PaymentsContext, wanted: Wanted): Promise<ReconciliationReport> {
  return withCheckLock(context, (db) => check(context, db, wanted));
}

/** What a check would find now; kept and told nowhere, and nothing is mended. */
export function findDifferences(context: Asking, wanted: Wanted) {
  return withCheckLock(context, (db) => compare(context, db, wanted, null));
}

/** All there is, for somebody who waits for it; nothing where a check is under way. */
export function reconcileNow(context: PaymentsContext): Promise<ReconciliationReport | undefined> {
  return tryWithLock(context, (db) => check(context, db, { full: true }));
}

type IsDue = (db: Session) => Promise<boolean>;

/** For who comes by each minute: of all processes one checks, and only if it is time to. */
export function reconcileIfDue(
  context: PaymentsContext,
  isDue: IsDue,
): Promise<ReconciliationReport | undefined> {
  return tryWithLock(context, async (db) =>
    (await isDue(db)) ? check(context, db, { full: false }) : undefined,
  );
}

/** The same for all there is. The book is read first, at leisure; other checks go on meanwhile. */
export function reconcileFullyIfDue(
  context: PaymentsContext,
  isDue: IsDue,
): Promise<ReconciliationReport | undefined> {
  const reading = async (db: Session) => {
    if (!(await isDue(db))) return undefined;
    const at = { full: true, now: await databaseNow(db) };
    const read = await readProviderRecords(context.provider, at, nightlyLimits, context.stopping);
    return withCheckLockOn(db, (own) =>
      check(context, own, { full: true, limits: nightlyLimits }, read),
    );
  };
  return tryWithLock(context, reading, "night");
}

type BookRead = Awaited<ReturnType<typeof readProviderRecords>>;

async function check(
  context: PaymentsContext,
  db: Session,
  wanted: Wanted,
  read?: BookRead,
): Promise<ReconciliationReport> {
  const before = await findLatestReport(db);
  const settle = (found: Mismatch) => settleMismatch(context, found);
  const report = await saveReport(db, await compare(context, db, wanted, before, { read, settle }));
  tellNew(report, before);
  return report;
}

type More = { read?: BookRead | undefined; settle?: (found: Mismatch) => Promise<boolean> };

async function compare(
  { provider, stopping }: Asking,
  db: Session,
  { full, grace = 60, limits = quickLimits }: Wanted,
  last: ReconciliationReport | null,
  { read, settle }: More = {},
): Promise<Omit<ReconciliationReport, "at">> {
  const began = performance.now();
  const before = last ?? nothing;
  const scope = await findScope(db, { full, now: await databaseNow(db), before });
  const within = await inOneSnapshot(db, scope);
  const bookRead = read ?? (await readProviderRecords(provider, scope, limits, stopping));
  const book = await compareWithProvider(db, provider, bookRead, { scope, limits, stopping });
  const { late, underWay } = await afterGrace(db, book.found, before, grace);
  const { differences, settled } = await mend(late, settle);
  return {
    full,
    milliseconds: Math.round(performance.now() - began),
    differences: [
      ...within.differences,
      ...differences,
      ...stillKnown(before, scope, book.isUnread),
    ],
    notes: [...book.notes, ...underWay.map(told), ...settled, ...within.notes],
  };
}

type Before = Pick<ReconciliationReport, "differences" | "notes">;
const nothing: Before = { differences: [], notes: [] };

/** Nothing moves while it is compared, and nothing that moves is held up. */
async function inOneSnapshot(db: Session, scope: Scope) {
  await db.execute(sql`begin isolation level repeatable read read only`);
  try {
    await db.execute(sql`select set_config('statement_timeout', ${fullWithin}, true)`);
    const all = async (rules: Rule[]) => {
      const found: Difference[] = [];
      for (const rule of rules) found.push(...(await rule(db, scope)));
      return found;
    };
    return {
      differences: await all([...moneyRules, ...stockRules]),
      notes: await all([manualStockChanges]),
    };
  } finally {
    await db.execute(sql`rollback`);
  }
}

/** What may be under way is noted, and is a difference when it still is so after the grace. */
async function afterGrace(db: Session, found: Mismatch[], { differences }: Before, grace: number) {
  const sorted = { late: [] as Mismatch[], underWay: [] as Mismatch[] };
  for (const one of found) {
    const name = nameOf(told(one));
    const isLate =
      !one.judgement.mayBeUnderWay ||
      grace === 0 ||
      differences.some((known) => nameOf(known) === name) ||
      (await wasFoundBefore(db, told(one), grace));
    sorted[isLate ? "late" : "underWay"].push(one);
  }
  return sorted;
}

/** What was paid and did not come to be written down in time is written down now. */
async function mend(late: Mismatch[], settle: More["settle"]) {
  const sorted = { differences: [] as Difference[], settled: [] as Difference[] };
  for (const one of late) {
    const isSettled = one.judgement.mayBeSettled && (await settle?.(one));
    if (isSettled) sorted.settled.push(recordedLate(one));
    else sorted.differences.push(told(one));
  }
  return sorted;
}

function told({ judgement, about }: Mismatch): Difference {
  const { kind, says, remedy } = judgement;
  return { kind, about, says, remedy };
}

function recordedLate({ about, intent }: Mismatch): Difference {
  return {
    kind: "recorded-late",
    about,
    says: `The payment ${intent} came in, and only this check told the shop so; now it is written down.`,
    remedy:
      "If there are more of these, look whether the card provider's messages reach /api/webhooks/card-provider.",
  };
}

/** What only a full check, or only the provider's book, can show to be mended. */
function stillKnown({ differences }: Before, { full }: Scope, isUnread: boolean): Difference[] {
  return differences.filter(
    ({ kind, about }) => (!full && about === "") || (isUnread && kindsOfBook.has(kind)),
  );
}

const kindsOfBook = new Set([
  ...["unknown-there", "charged-unknown-here", "charged-not-recorded", "recorded-not-charged"],
  ...["amount-differs-there", "other-order", "refunded-there-only", "refunded-here-only"],
  ...["refund-differs-there", "refunded-twice"],
]);

function tellNew({ differences }: ReconciliationReport, before: ReconciliationReport | null): void {
  const known = new Set(before?.differences.map(nameOf));
  const news = differences.filter((difference) => !known.has(nameOf(difference)));
  for (const { kind, about, says } of news) {
    log.error(`The ledger does not balance (${kind}, ${about || "in all"}): ${says}`);
  }
}

function nameOf({ kind, about }: Difference): string {
  return `${kind} ${about}`;
}
