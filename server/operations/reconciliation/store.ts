// What the checks found, as it is kept.
import { sql } from "drizzle-orm";
import type { Difference, ReconciliationReport } from "#contract/reconciliation.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** A day's worth, at one a minute; the last full one is kept whatever comes after it. */
const kept = 1_000;

/** Times come as text, because the query layer reads them itself. */
type Row = {
  at: string;
  full: boolean;
  milliseconds: number;
  differences: Difference[];
  notes: Difference[];
};

export async function findLatestReport(db: Queries): Promise<ReconciliationReport | null> {
  const [row] = await queryRows<Row>(
    db,
    sql`
    select created_at as at, "full", milliseconds, differences, notes from ledger_checks
    order by created_at desc limit 1`,
  );
  return row ? { ...row, at: inIso(row.at) } : null;
}

/** When all there is was last compared. */
export async function findLastFullCheck(db: Queries): Promise<string | null> {
  const [row] = await queryRows<{ at: string | null }>(
    db,
    sql`
    select max(created_at) as at from ledger_checks where "full"`,
  );
  return row?.at ? inIso(row.at) : null;
}

/** Answers the report with its time: the database's, which is the same for every process. */
export async function saveReport(
  db: Queries,
  report: Omit<ReconciliationReport, "at">,
): Promise<ReconciliationReport> {
  const { full, milliseconds, differences, notes } = report;
  const [row] = await queryRows<{ at: string }>(
    db,
    sql`
    insert into ledger_checks (id, "full", milliseconds, differences, notes)
    values (${newId()}, ${full}, ${milliseconds}, ${JSON.stringify(differences)},
      ${JSON.stringify(notes)})
    returning created_at as at`,
  );
  await db.execute(sql`
    delete from ledger_checks
    where created_at < (select created_at from ledger_checks
        order by created_at desc offset ${kept - 1} limit 1)
      and created_at <> (select max(created_at) from ledger_checks where "full")`);
  return { ...report, at: inIso(row?.at ?? new Date()) };
}

/** Whether a check found the same at least so long ago, and not before yesterday's news. */
export async function wasFoundBefore(
  db: Queries,
  { kind, about }: Pick<Difference, "kind" | "about">,
  seconds: number,
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`
    select from ledger_checks
    where created_at between now() - interval '1 hour' and now() - make_interval(secs => ${seconds})
      and (notes || differences) @> ${JSON.stringify([{ kind, about }])}::jsonb
    limit 1`,
  );
  return rows.length > 0;
}

/** Times are compared by the database's clock, which is the same for every process. */
export async function databaseNow(db: Queries): Promise<Date> {
  const [row] = await queryRows<{ now: string }>(db, sql`select now() as now`);
  return new Date(row?.now ?? Date.now());
}

/** Whether none of the kind was made for so long. */
export async function hasNoCheckSince(
  db: Queries,
  of: "any" | "whole",
  seconds: number,
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`
    select from ledger_checks
    where created_at > now() - make_interval(secs => ${seconds})
      and (${of === "any"} or ("full"
        and not notes @> '[{"kind": "provider-read-in-part"}]'))
    limit 1`,
  );
  return rows.length === 0;
}

function inIso(time: string | Date): string {
  return new Date(time).toISOString();
}
