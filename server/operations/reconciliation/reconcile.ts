import type { Difference, ReconciliationReport } from "#contract/reconciliation.ts";
import type { Context } from "#server/context.ts";
import type { Session } from "#server/platform/database/connect.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { tryWithLock, withCheckLock, withCheckLockOn } from "./check-lock.ts";
import { type CompareOptions, compareAll, keyOf } from "./compare-all.ts";
import { type Mismatch, readProviderRecords } from "./compare-provider.ts";
import { nightlyLimits } from "./read-provider-lists.ts";
import { settleMismatch } from "./settle-mismatch.ts";
import { databaseNow, findLatestReport, saveReport } from "./store.ts";

type Report = ReconciliationReport;

export function reconcile(context: Context, options: CompareOptions): Promise<Report> {
  return withCheckLock(context, (db) => check(context, db, options));
}

export function findDifferences(
  context: Pick<Context, "dedicated" | "provider" | "stopping">,
  options: CompareOptions,
) {
  return withCheckLock(context, (db) => compareAll(context, db, options, null));
}

export function reconcileNow(context: Context): Promise<Report | undefined> {
  return tryWithLock(context, (db) => check(context, db, { full: true }));
}

type IsDue = (db: Session, isProviderRead?: boolean) => Promise<boolean>;

export function reconcileIfDue(context: Context, isDue: IsDue): Promise<Report | undefined> {
  return tryWithLock(context, async (db) =>
    (await isDue(db)) ? check(context, db, { full: false }) : undefined,
  );
}

/** Reads the provider's records before it takes the lock, because that takes minutes. */
export function reconcileFullyIfDue(context: Context, isDue: IsDue): Promise<Report | undefined> {
  const work = async (db: Session) => {
    if (!(await isDue(db))) return undefined;
    const { provider, stopping } = context;
    const scope = { full: true, now: await databaseNow(db) };
    const records = await readProviderRecords(provider, scope, nightlyLimits, stopping);
    if ("note" in records && !(await isDue(db, false))) return undefined;
    const options = { full: true, limits: nightlyLimits, records };
    return withCheckLockOn(db, (locked) => check(context, locked, options));
  };
  return tryWithLock(context, work, "night");
}

async function check(context: Context, db: Session, options: CompareOptions): Promise<Report> {
  const last = await findLatestReport(db);
  const settle = (mismatch: Mismatch) => settleMismatch(context, mismatch);
  const report = await saveReport(db, await compareAll(context, db, { ...options, settle }, last));
  logNew(report.differences, last?.differences ?? []);
  return report;
}

function logNew(differences: Difference[], known: Difference[]): void {
  const knownKeys = new Set(known.map(keyOf));
  for (const difference of differences) {
    if (knownKeys.has(keyOf(difference))) continue;
    const { kind, about, says } = difference;
    log.error(`Reconciliation found a difference (${kind}, ${about || "in all"}): ${says}`);
  }
}
