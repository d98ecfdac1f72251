// Compares all that the shop keeps of orders, money and stock, and what the card provider says.
import { sql } from "drizzle-orm";
import type { Difference, LedgerReport } from "#contract/ledger.ts";
import type { PaymentsContext } from "#server/modules/payments/context.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { checkBook, type Found, readBook } from "./check-book.ts";
import { inTurn, inTurnOn, unlessTaken } from "./one-at-a-time.ts";
import type { Rule } from "./rule.ts";
import { rulesOfMoney } from "./rules-of-money.ts";
import { notesOfStock, rulesOfStock } from "./rules-of-stock.ts";
import { type Scope, scopeOf } from "./scope.ts";
import { settleFound } from "./settle-found.ts";
import { keepReport, latestReport, nowOf, wasFoundBefore } from "./store.ts";
import { atNight, inHaste, type Limits } from "./work-through-book.ts";

type Wanted = {
  full: boolean;
  /** In seconds: what the provider knows and the shop does not yet may be on its way so long. */
  grace?: number;
  limits?: Limits;
};

/** What a full check asks of a million orders takes longer than what people may ask. */
const fullWithin = "10min";

type Asking = Pick<PaymentsContext, "dedicated" | "provider" | "stopping">;

/** Keeps what it finds, tells what is new, and writes down what was paid and is not written down. */
export function checkLedger(context: PaymentsContext, wanted: Wanted): Promise<LedgerReport> {
  return inTurn(context, (db) => check(context, db, wanted));
}

/** What a check would find now; kept and told nowhere, and nothing is mended. */
export function lookAtLedger(context: Asking, wanted: Wanted) {
  return inTurn(context, (db) => compare(context, db, wanted, null));
}

/** All there is, for somebody who waits for it; nothing where a check is under way. */
export function checkLedgerNow(context: PaymentsContext): Promise<LedgerReport | undefined> {
  return unlessTaken(context, (db) => check(context, db, { full: true }));
}

type IsDue = (db: Database) => Promise<boolean>;

/** For who comes by each minute: of all processes one checks, and only if it is time to. */
export function checkLedgerIfDue(
  context: PaymentsContext,
  isDue: IsDue,
): Promise<LedgerReport | undefined> {
  return unlessTaken(context, async (db) =>
    (await isDue(db)) ? check(context, db, { full: false }) : undefined,
  );
}

/** The same for all there is. The book is read first, at leisure; other checks go on meanwhile. */
export function checkAllIfDue(
  context: PaymentsContext,
  isDue: IsDue,
): Promise<LedgerReport | undefined> {
  const reading = async (db: Database) => {
    if (!(await isDue(db))) return undefined;
    const at = { full: true, now: await nowOf(db) };
    const read = await readBook(context.provider, at, atNight, context.stopping);
    return inTurnOn(db, (own) => check(context, own, { full: true, limits: atNight }, read));
  };
  return unlessTaken(context, reading, "night");
}

type BookRead = Awaited<ReturnType<typeof readBook>>;

async function check(
  context: PaymentsContext,
  db: Database,
  wanted: Wanted,
  read?: BookRead,
): Promise<LedgerReport> {
  const before = await latestReport(db);
  const settle = (found: Found) => settleFound(context, found);
  const report = await keepReport(db, await compare(context, db, wanted, before, { read, settle }));
  tellNew(report, before);
  return report;
}

type More = { read?: BookRead | undefined; settle?: (found: Found) => Promise<boolean> };

async function compare(
  { provider, stopping }: Asking,
  db: Database,
  { full, grace = 60, limits = inHaste }: Wanted,
  last: LedgerReport | null,
  { read, settle }: More = {},
): Promise<Omit<LedgerReport, "at">> {
  const began = performance.now();
  const before = last ?? nothing;
  const scope = await scopeOf(db, { full, now: await nowOf(db), before });
  const within = await inOneSnapshot(db, scope);
  const bookRead = read ?? (await readBook(provider, scope, limits, stopping));
  const book = await checkBook(db, provider, bookRead, { scope, limits, stopping });
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

type Before = Pick<LedgerReport, "differences" | "notes">;
const nothing: Before = { differences: [], notes: [] };

/** Nothing moves while it is compared, and nothing that moves is held up. */
async function inOneSnapshot(db: Database, scope: Scope) {
  await db.execute(sql`begin isolation level repeatable read read only`);
  try {
    await db.execute(sql`select set_config('statement_timeout', ${fullWithin}, true)`);
    const all = async (rules: Rule[]) => {
      const found: Difference[] = [];
      for (const rule of rules) found.push(...(await rule(db, scope)));
      return found;
    };
    return {
      differences: await all([...rulesOfMoney, ...rulesOfStock]),
      notes: await all([notesOfStock]),
    };
  } finally {
    await db.execute(sql`rollback`);
  }
}

/** What may be under way is noted, and is a difference when it still is so after the grace. */
async function afterGrace(db: Database, found: Found[], { differences }: Before, grace: number) {
  const sorted = { late: [] as Found[], underWay: [] as Found[] };
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
async function mend(late: Found[], settle: More["settle"]) {
  const sorted = { differences: [] as Difference[], settled: [] as Difference[] };
  for (const one of late) {
    const isSettled = one.judgement.mayBeSettled && (await settle?.(one));
    if (isSettled) sorted.settled.push(recordedLate(one));
    else sorted.differences.push(told(one));
  }
  return sorted;
}

function told({ judgement, about }: Found): Difference {
  const { kind, says, remedy } = judgement;
  return { kind, about, says, remedy };
}

function recordedLate({ about, intent }: Found): Difference {
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

function tellNew({ differences }: LedgerReport, before: LedgerReport | null): void {
  const known = new Set(before?.differences.map(nameOf));
  const news = differences.filter((difference) => !known.has(nameOf(difference)));
  for (const { kind, about, says } of news) {
    log.error(`The ledger does not balance (${kind}, ${about || "in all"}): ${says}`);
  }
}

function nameOf({ kind, about }: Difference): string {
  return `${kind} ${about}`;
}
