import { sql } from "drizzle-orm";
import type { Difference, ReconciliationReport } from "#contract/reconciliation.ts";
import type { Context } from "#server/context.ts";
import type { Session } from "#server/platform/database/connect.ts";
import { accountRules } from "./account-rules.ts";
import {
  compareWithProvider,
  type Mismatch,
  providerKinds,
  type ReadResult,
  readProviderRecords,
} from "./compare-provider.ts";
import { coreRules } from "./core-rules.ts";
import { documentRules } from "./document-rules.ts";
import { lossRules } from "./loss-rules.ts";
import { moneyRules } from "./money-rules.ts";
import { personRules } from "./person-rules.ts";
import { quickLimits, type ReadLimits } from "./read-provider-lists.ts";
import { returnRules } from "./return-rules.ts";
import type { Rule } from "./rule.ts";
import { findScope, type Scope } from "./scope.ts";
import { shipmentRules } from "./shipment-rules.ts";
import { stockRules } from "./stock-rules.ts";
import { databaseNow, wasFoundBefore } from "./store.ts";

export type CompareOptions = {
  full: boolean;
  graceSeconds?: number;
  limits?: ReadLimits;
  records?: ReadResult;
  settle?: (mismatch: Mismatch) => Promise<boolean>;
};

type Findings = Pick<ReconciliationReport, "differences" | "notes">;

export async function compareAll(
  { provider, stopping }: Pick<Context, "provider" | "stopping">,
  db: Session,
  { full, graceSeconds = 60, limits = quickLimits, records, settle }: CompareOptions,
  last: Findings | null,
): Promise<Omit<ReconciliationReport, "at">> {
  const began = performance.now();
  const before = last ?? { differences: [], notes: [] };
  const scope = await findScope(db, { full, now: await databaseNow(db), before });
  const own = await applyRules(db, scope);
  const read = records ?? (await readProviderRecords(provider, scope, limits, stopping));
  const there = await compareWithProvider(db, provider, read, { scope, limits, stopping });
  const { late, recent } = await splitByGrace(db, there.mismatches, before, graceSeconds);
  const { differences, settled } = await settleLate(late, settle);
  const foundNow = new Set(own.map(keyOf));
  const stillOpen = before.differences.filter(
    (difference) =>
      (!full && difference.about === "" && !foundNow.has(keyOf(difference))) ||
      (!there.isComplete && providerKinds.has(difference.kind)),
  );
  return {
    full,
    milliseconds: Math.round(performance.now() - began),
    differences: [...own, ...differences, ...stillOpen],
    notes: [...there.notes, ...recent.map(toDifference), ...settled],
  };
}

/** Longer than a request may take, for a million orders. */
const ruleTimeout = "10min";

const rules: Rule[] = [
  ...moneyRules,
  ...stockRules,
  ...shipmentRules,
  ...returnRules,
  ...lossRules,
  ...coreRules,
  ...documentRules,
  ...accountRules,
  ...personRules,
];

async function applyRules(db: Session, scope: Scope): Promise<Difference[]> {
  await db.execute(sql`begin isolation level repeatable read read only`);
  try {
    await db.execute(sql`select set_config('statement_timeout', ${ruleTimeout}, true)`);
    const found: Difference[] = [];
    for (const rule of rules) found.push(...(await rule(db, scope)));
    return found;
  } finally {
    await db.execute(sql`rollback`);
  }
}

async function splitByGrace(
  db: Session,
  mismatches: Mismatch[],
  { differences }: Findings,
  graceSeconds: number,
) {
  const known = new Set(differences.map(keyOf));
  const late: Mismatch[] = [];
  const recent: Mismatch[] = [];
  for (const mismatch of mismatches) {
    const difference = toDifference(mismatch);
    const isLate =
      !mismatch.difference.mayBeInProgress ||
      graceSeconds === 0 ||
      known.has(keyOf(difference)) ||
      (await wasFoundBefore(db, difference, graceSeconds));
    (isLate ? late : recent).push(mismatch);
  }
  return { late, recent };
}

async function settleLate(late: Mismatch[], settle: CompareOptions["settle"]) {
  const differences: Difference[] = [];
  const settled: Difference[] = [];
  for (const mismatch of late) {
    const isSettled = mismatch.difference.canBeSettled && (await settle?.(mismatch));
    if (isSettled) settled.push(recordedLate(mismatch));
    else differences.push(toDifference(mismatch));
  }
  return { differences, settled };
}

function toDifference({ difference, about }: Mismatch): Difference {
  const { kind, says, remedy } = difference;
  return { kind, about, says, remedy };
}

function recordedLate({ about, intent }: Mismatch): Difference {
  return {
    kind: "recorded-late",
    about,
    says: `The payment ${intent} came in, but neither the browser nor a webhook reported it. This check has recorded it now.`,
    remedy:
      "If there are more of these, check whether the card provider's webhooks reach /api/webhooks/card-provider.",
  };
}

export function keyOf({ kind, about }: Difference): string {
  return `${kind} ${about}`;
}
