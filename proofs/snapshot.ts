// Check sums of all that the shop keeps: two equal ones prove that nothing was written between.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { full } from "./report.ts";
import type { Shop } from "./start-shop.ts";

/** Attempts are counted whatever comes of them; jobs run, and consumers read, by themselves. */
const counters = ["limits", "ledger_checks", "jobs", "event_consumers"];
/** Columns that the shop changes by itself when it looks at a payment again. */
const ownColumns = "{next_check_at,checks}";

export async function snapshot({ database, dataDir }: Shop): Promise<Record<string, string>> {
  // A letter that was queued before may still be on its way.
  const letters = () => database.query("select from jobs where kind = 'letter' limit 1");
  await expect.poll(letters, { timeout: full ? 600_000 : 20_000 }).toEqual([]);
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [counters],
  );
  const selects = tables.map(
    ({ name }) => `select '${name}' as name, count(*) || ' rows, '
        || coalesce(md5(string_agg(line, '' order by line)), '') as sum
      from (select md5((to_jsonb(each) - $1::text[])::text) as line from "${name}" each) lines`,
  );
  const rows = await database.query<{ name: string; sum: string }>(selects.join(" union all "), [
    ownColumns,
  ]);
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
