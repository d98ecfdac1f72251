// Check sums of all that the shop keeps: two equal ones prove that nothing was written between.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type Database, lookForPayments } from "./database.ts";
import { full } from "./report.ts";
import type { Shop } from "./start-shop.ts";

/** Attempts are counted whatever comes of them; jobs run, and consumers read, by themselves. */
const counters = ["limits", "ledger_checks", "jobs", "event_consumers"];
/** Columns that change when the shop looks at a payment again, and when a session is still used. */
const ownColumns: Record<string, string[]> = {
  payments: ["next_check_at", "checks"],
  sessions: ["last_seen_at", "expires_at"],
};

/**
 * What was done before may still be followed by a letter, an invoice or a credit note; that
 * over a refunded tax is there before the refund. The jobs of valid-requests.ts are never due: the
 * shop does not know their kind.
 */
const underWay = `
  select 'job ' || kind || coalesce(': ' || last_error, '') as what from jobs
    where failed_at is null and key is distinct from 'schedule' and kind <> 'of the proof'
  union select 'invoice' from orders o where o.paid_at is not null and o.transaction_id is not null
    and exists (select from order_lines l where l.order_id = o.id)
    and not exists (select from documents d where d.order_id = o.id)
  union select 'credit note' from refunds r where r.status in ('succeeded', 'elsewhere')
    and r.reason <> 'tax' and exists (select from refund_lines l where l.refund_id = r.id)
    and not exists (select from documents d where d.refund_id = r.id)`;

/** The tables stay the same while a proof runs. */
const statements = new WeakMap<Database, Promise<string>>();

function sumsOf(database: Database): Promise<string> {
  const statement = statements.get(database) ?? writeSums(database);
  statements.set(database, statement);
  return statement;
}

async function writeSums(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [counters],
  );
  const selects = tables.map(({ name }) =>
    ownColumns[name]
      ? `select '${name}' as name, count(*) || ' rows, '
          || coalesce(md5(string_agg(line, '' order by line)), '') as sum
         from (select md5((to_jsonb(each) - '{${ownColumns[name]}}'::text[])::text) as line
           from "${name}" each) lines`
      : // Each write stores a new version of its row: by another transaction, at another place.
        `select '${name}' as name, count(*) || ' rows, '
          || coalesce(sum(hashtextextended(ctid || ' ' || xmin, 0)), 0) as sum
         from "${name}"`,
  );
  return selects.join(" union all ");
}

export async function snapshot({ database, dataDir }: Shop): Promise<Record<string, string>> {
  const isUnderWay = async () => {
    const left = await database.query(underWay);
    if (left.length > 0) await lookForPayments(database);
    return left;
  };
  await expect.poll(isUnderWay, { timeout: full ? 600_000 : 120_000 }).toEqual([]);
  const rows = await database.query<{ name: string; sum: string }>(
    await sumsOf(database),
    [],
    "sums",
  );
  const sums = Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  for (const folder of ["images", "outbox"]) {
    const files = await readdir(join(dataDir, folder)).catch(() => []);
    sums[folder] = files.sort().join(" ");
  }
  return sums;
}

export async function changedSince(shop: Shop, before: Record<string, string>): Promise<string[]> {
  const after = await snapshot(shop);
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

/** What the shop does by itself each minute may fall into this once, but not twice. */
export async function changedTwice(changedBy: () => Promise<string[]>): Promise<string[]> {
  const once = await changedBy();
  if (once.length === 0) return [];
  const again = await changedBy();
  return once.filter((name) => again.includes(name));
}
