import { sql } from "drizzle-orm";
import type { Difference, ReconciliationReport } from "#contract/reconciliation.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { reconciliationReports } from "./tables.ts";

/** Two thirds of a day at one a minute. The last full reports are kept longer. */
const maxReports = 1_000;

/** Full checks that also read the provider's records to the end. */
const isComplete = sql`"full" and not notes @> '[{"kind": "provider-unread"}]'
  and not notes @> '[{"kind": "provider-read-in-part"}]'`;
const lastFull = sql`(select max(created_at) from ${reconciliationReports} where "full")`;
const lastComplete = sql`(select max(created_at) from ${reconciliationReports} where ${isComplete})`;

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
    select created_at as at, "full", milliseconds, differences, notes from ${reconciliationReports}
    order by created_at desc limit 1`,
  );
  return row ? { ...row, at: toIso(row.at) } : null;
}

export async function findLastFullCheck(db: Queries): Promise<string | null> {
  const [row] = await queryRows<{ at: string | null }>(
    db,
    sql`
    select ${lastComplete} as at`,
  );
  return row?.at ? toIso(row.at) : null;
}

export async function saveReport(
  db: Queries,
  report: Omit<ReconciliationReport, "at">,
): Promise<ReconciliationReport> {
  const { full, milliseconds, differences, notes } = report;
  const [row] = await queryRows<{ at: string }>(
    db,
    sql`
    insert into ${reconciliationReports} (id, "full", milliseconds, differences, notes)
    values (${newId()}, ${full}, ${milliseconds}, ${JSON.stringify(differences)},
      ${JSON.stringify(notes)})
    returning created_at as at`,
  );
  await db.execute(sql`
    delete from ${reconciliationReports}
    where created_at < (select created_at from ${reconciliationReports}
        order by created_at desc offset ${maxReports - 1} limit 1)
      and created_at is distinct from ${lastFull}
      and created_at is distinct from ${lastComplete}`);
  return { ...report, at: toIso(row?.at ?? new Date()) };
}

export async function wasFoundBefore(
  db: Queries,
  { kind, about }: Pick<Difference, "kind" | "about">,
  seconds: number,
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`
    select from ${reconciliationReports}
    where created_at between now() - interval '1 hour' and now() - make_interval(secs => ${seconds})
      and (notes || differences) @> ${JSON.stringify([{ kind, about }])}::jsonb
    limit 1`,
  );
  return rows.length > 0;
}

/** Processes differ in their clocks. */
export async function databaseNow(db: Queries): Promise<Date> {
  const [row] = await queryRows<{ now: string }>(db, sql`select now() as now`);
  return new Date(row?.now ?? Date.now());
}

const checks = { any: sql`true`, full: sql`"full"`, complete: isComplete };

export async function hasNoCheckSince(
  db: Queries,
  kind: keyof typeof checks,
  seconds: number,
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`
    select from ${reconciliationReports}
    where created_at > now() - make_interval(secs => ${seconds})
      and ${checks[kind]}
    limit 1`,
  );
  return rows.length === 0;
}

function toIso(time: string | Date): string {
  return new Date(time).toISOString();
}
