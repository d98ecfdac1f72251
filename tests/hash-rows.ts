import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** Records of what was done: an undo adds to them. */
const records = [
  "imports",
  "import_chunks",
  "import_lines",
  "import_findings",
  "jobs",
  "outbox",
  "event_consumers",
  "audit_log",
  "limits",
  "ledger_checks",
  "sessions",
  "known_devices",
];

/** Counts up, or names the row anew where it was deleted in between. */
const marks = ["version", "import_id"];
const renamed: Record<string, string[]> = { applications: ["id"] };

/** Stored once for all who name them, and kept. */
const dictionaries = ["fit_conditions"];

/** By table, a hash of all its rows; of dictionaries, of those up to `last`. */
export async function hashRows(db: Queries, last = Number.MAX_SAFE_INTEGER) {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> all(${sql.param(records)}::text[]) order by relname`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const left = sql.param([...marks, ...(renamed[name] ?? [])]);
    const isThere = dictionaries.includes(name) ? sql`where id <= ${last}` : sql``;
    const [row] = await queryRows<{ count: string; hash: string | null }>(
      db,
      sql`select count(*), md5(string_agg(text, ' ' order by text)) as hash
        from (select (to_jsonb(t) - ${left}::text[])::text as text
          from ${sql.identifier(name)} t ${isThere}) rows`,
    );
    hashes[name] = `${row?.count} ${row?.hash}`;
  }
  return hashes;
}

export async function lastCondition(db: Queries): Promise<number> {
  const [row] = await queryRows<{ last: number }>(
    db,
    sql`select coalesce(max(id), 0) as last from fit_conditions`,
  );
  return row?.last ?? 0;
}
